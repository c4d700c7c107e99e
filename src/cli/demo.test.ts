import { afterEach, expect, test, vi } from 'vitest'
import { aDigest } from '../../tests/support/a-digest.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { renderDigest } from '../core/digest/render/render-digest.ts'
import type { DemoResult } from './demo.ts'
import { type CommandDeps, runProgram } from './program.ts'

const NOW = Date.UTC(2026, 2, 3, 12)
let desk: Desk
afterEach(async () => {
  vi.restoreAllMocks()
  await desk.close()
})

/** The command over a world of one feed that was played before. */
async function demo(...argv: string[]) {
  desk = await anApp({ now: NOW })
  desk.publish('https://a.example/rss', [{ title: 'Harbour bridge closed', url: 'https://a.example/1', at: NOW - 1 }])
  await desk.poll()
  const result: DemoResult = {
    play: { polls: 9, added: 1, revised: 0, duplicates: 2, unchanged: 5, failed: 1 },
    ...(await desk.app.dump()),
    digests: [{ type: 'morning', localDate: '2026-11-15', digest: aDigest() }],
    rendered: async (digest, format) => (format === 'email' ? 'a mail' : renderDigest(digest, format)),
    zone: 'UTC',
    days: 3,
    database: 'sqlite:demo.db',
  }
  const written = new Map<string, string>()
  let stdout = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const deps: Partial<CommandDeps> = {
    version: '0',
    machineZone: () => 'UTC',
    invocation: 'npx copytaster',
    playDemo: (_, __, work) => work(result, () => Promise.reject(new Error('nobody asked to see it'))),
    writeText: (file, text) => void written.set(file, text),
  }
  const code = await runProgram(['demo', '--no-serve', ...argv], deps as CommandDeps)
  vi.restoreAllMocks()
  return { code, stdout, written }
}

test('tells what happened, shows the digest it ended with, and how to go on', async () => {
  const { code, stdout } = await demo()
  expect(code).toBe(0)
  expect(stdout).toMatch(/3 days of 1 feed went by in \d+ s, over real HTTP on this machine\./)
  expect(stdout).toContain('They tell 1 story, with 0 reprints')
  expect(stdout).toContain('Harbour bridge closure')
  expect(stdout).toContain('npx copytaster init')
  expect(stdout).toContain('npx copytaster digest --at 2026-11-14T23:00:00.000Z --database sqlite:demo.db')
})

test('writes the digest in every format', async () => {
  const { written } = await demo('--out', 'digests', '--json')
  expect([...written.keys()].map((name) => name.replace(/^.*\./, '')).sort()).toEqual([
    'atom',
    'eml',
    'html',
    'json',
    'md',
    'rss',
  ])
  expect([...written.keys()].every((name) => name.startsWith('digests/'))).toBe(true)
  expect(JSON.parse([...written].find(([name]) => name.endsWith('.json'))![1])).toMatchObject({ type: 'morning' })
})
