import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeText } from './write-text.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-write-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

test('a new file is written, with its folder', () => {
  writeText(at('new/feeds.opml'), 'text', false)
  expect(read('new/feeds.opml')).toBe('text')
  expect(readdirSync(at('new'))).toEqual(['feeds.opml'])
})

test('a file is written over only when forced', () => {
  writeFileSync(at('feeds.opml'), 'old')
  expect(() => writeText(at('feeds.opml'), 'new', false)).toThrow('is there already; --force writes over it')
  expect(read('feeds.opml')).toBe('old')
})

test('the old file is never written into: another takes its place, with its rights', () => {
  writeFileSync(at('feeds.opml'), 'old')
  chmodSync(at('feeds.opml'), 0o600)
  linkSync(at('feeds.opml'), at('same-file'))
  writeText(at('feeds.opml'), 'new', true)
  expect([read('feeds.opml'), read('same-file')]).toEqual(['new', 'old'])
  expect(statSync(at('feeds.opml')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['feeds.opml', 'same-file'])
})

test('a link stays one, and what it names is replaced', () => {
  mkdirSync(at('there'))
  writeFileSync(at('there/feeds.opml'), 'old')
  symlinkSync(at('there/feeds.opml'), at('link'))
  writeText(at('link'), 'new', true)
  expect(read('there/feeds.opml')).toBe('new')
  expect(readdirSync(folder).sort()).toEqual(['link', 'there'])
})

test('what cannot be written is said, and leaves nothing behind', () => {
  mkdirSync(at('folder'))
  expect(() => writeText(at('folder'), 'text', true)).toThrow('there is a folder of that name')
  writeFileSync(at('file'), '')
  expect(() => writeText(at('file/below'), 'text', false)).toThrow('cannot be written')
  expect(readdirSync(folder).sort()).toEqual(['file', 'folder'])
})
