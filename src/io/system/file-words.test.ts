import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unreadable, unwritable } from './file-words.ts'

const failure = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('a file that cannot be read or written is told in words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-words-'))
  const reads = (file: string) =>
    unreadable(
      'a.opml',
      failure(() => readFileSync(join(folder, file))),
    )
  const writes = (file: string) =>
    unwritable(
      'a.opml',
      failure(() => writeFileSync(join(folder, file), '')),
    )
  expect(reads('none')).toBe('a.opml: there is no such file')
  expect(reads('.')).toBe('a.opml: is a folder, not a file')
  expect(writes('none/a')).toBe('a.opml: cannot be written: the folder is not there; make it first')
  expect(writes('.')).toBe('a.opml: cannot be written: there is a folder of that name')
  rmSync(folder, { recursive: true })
})

test('what has no words keeps its code', () => {
  expect(unreadable('a', { code: 'EMFILE' })).toBe('a: cannot be read (EMFILE)')
  expect(unwritable('a', null)).toBe('a: cannot be written (for an unknown reason)')
})
