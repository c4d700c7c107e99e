import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ParserName } from './parsers.ts'

/** Somebody who reads all documents again whenever asked, in a process that nobody else works in. */
export interface Rounds {
  readonly name: string
  readonly round: () => Promise<{ readonly seconds: number; readonly entries: number }>
  readonly stop: () => void
}

/** A parser that is told what to read when it is known what all can read. */
export interface StartedParser extends Rounds {
  readonly refusedOf: (files: readonly string[]) => Promise<readonly string[]>
  readonly read: (files: readonly string[]) => Promise<void>
}

export function startParser(name: ParserName): StartedParser {
  const child = fork(new URL('./parser-process.ts', import.meta.url), [name])
  const ask = async (question: object | 'round') => {
    child.send(question)
    return (await once(child, 'message'))[0]
  }
  return {
    name,
    refusedOf: (files) => ask({ try: files }),
    read: (files) => ask({ read: files }),
    round: () => ask('round'),
    stop: () => child.disconnect(),
  }
}
