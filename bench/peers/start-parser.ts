import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ParserName } from './parsers.ts'

/** A parser in a process of its own; each round reads all documents once. */
export interface Rounds {
  readonly name: string
  readonly round: () => Promise<{ readonly seconds: number; readonly entries: number }>
  readonly stop: () => void
}

/** A parser that first says which files it refuses, and is then given those that every parser accepts. */
export interface StartedParser extends Rounds {
  readonly refusedOf: (files: readonly string[]) => Promise<readonly string[]>
  readonly read: (files: readonly string[]) => Promise<void>
}

export function startParser(name: ParserName): StartedParser {
  const child = fork(new URL('./parser-process.ts', import.meta.url), [name])
  const request = async (message: object | 'round') => {
    child.send(message)
    return (await once(child, 'message'))[0]
  }
  return {
    name,
    refusedOf: (files) => request({ try: files }),
    read: (files) => request({ read: files }),
    round: () => request('round'),
    stop: () => child.disconnect(),
  }
}
