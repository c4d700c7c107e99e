import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Rounds } from './start-parser.ts'

const SCRIPT = fileURLToPath(new URL('./feedparser_rounds.py', import.meta.url))
const PYTHON = ['/usr/bin/python3', 'python3']

/** Python's feedparser, which times itself: its start is not counted. Null where no Python has it. */
export async function startFeedparser(files: readonly string[]): Promise<Rounds | null> {
  const python = PYTHON.find((path) => spawnSync(path, ['-c', 'import feedparser']).status === 0)
  if (python === undefined) return null
  const child = spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (line: string) => {
    child.stdin.write(`${line}\n`)
    return JSON.parse((await lines.next()).value)
  }
  const { version } = await ask(JSON.stringify(files))
  return { name: `feedparser ${version}`, round: () => ask('again'), stop: () => child.stdin.end() }
}
