import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPictureCache } from './picture-cache.ts'

let folder: string
let now = Date.UTC(2026, 10, 16)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-pictures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (mostBytes = 100) => openPictureCache(folder, mostBytes, () => (now += 1_000))
const bytes = (length: number, of = 1) => new Uint8Array(length).fill(of)
const sizeOf = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

test('what was kept is there, also for the next process', async () => {
  await open().put('https://a.example/1', bytes(10, 7))
  expect(Buffer.from((await open().get('https://a.example/1'))!)).toEqual(Buffer.from(bytes(10, 7)))
  expect(await open().get('https://a.example/2')).toBeNull()
})

test('no name leads out of the folder', async () => {
  await open().put('https://a.example/../../etc/passwd', bytes(10))
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

test('it never holds more than it may, and drops what was not used for longest', async () => {
  const cache = open()
  for (const n of [1, 2, 3]) await cache.put(`https://a.example/${n}`, bytes(40))
  expect(sizeOf()).toBe(80)
  expect(await cache.get('https://a.example/1')).toBeNull()
  expect(await cache.get('https://a.example/2')).not.toBeNull()
  // Another process has the same order.
  const later = open()
  await later.put('https://a.example/4', bytes(40))
  expect(await later.get('https://a.example/3')).toBeNull()
  expect(await later.get('https://a.example/2')).not.toBeNull()
  await later.put('https://a.example/5', bytes(101))
  expect(await later.get('https://a.example/5')).toBeNull()
})

test('of many at once none is counted twice', async () => {
  const cache = open(1_000)
  await Promise.all(Array.from({ length: 50 }, (_, n) => cache.put(`https://a.example/${n % 10}`, bytes(90))))
  await cache.put('https://a.example/last', bytes(90))
  expect(sizeOf()).toBe(990)
})

test('a file that was cut off, or that a killed process left, is gone', async () => {
  await open().put('https://a.example/1', bytes(10))
  const [name] = readdirSync(folder)
  const cache = open()
  await cache.get('https://a.example/other')
  writeFileSync(join(folder, name!), bytes(4))
  writeFileSync(join(folder, `.${name}.1-ab.part`), bytes(4))
  expect(await cache.get('https://a.example/1')).toBeNull()
  await open().get('https://a.example/1')
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that cannot be made keeps nothing and troubles nobody', async () => {
  writeFileSync(join(folder, 'file'), '')
  const cache = openPictureCache(join(folder, 'file', 'cache'), 100, () => now)
  await cache.put('https://a.example/1', bytes(10))
  expect(await cache.get('https://a.example/1')).toBeNull()
})
