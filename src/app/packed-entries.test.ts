import { expect, test } from 'vitest'
import { prepare } from '../core/prepare.ts'
import { packEntries, packPrepared, releaseEntries, unpackEntries } from './packed-entries.ts'

const read = (body: string) => {
  const source = { url: 'https://a.example/rss', tab: null, category: null, name: null, language: 'en', private: false }
  const fetched = { body: Buffer.from(body), headers: {}, url: source.url, contentType: null }
  return prepare({ fetched, feed: 1, source, known: new Uint8Array(0), now: 0, layered: false }, null)
}
const item = (n: number) => `<item><guid>${n}</guid><title>Bridge ${n} – closed</title></item>`
const rss = (items: string) => `<rss version="2.0"><channel><title>A</title>${items}</channel></rss>`

test('packed entries are the same entries again, and their prints share a buffer that holds nothing else', () => {
  const document = read(rss(item(1) + item(2)))
  if (document.kind !== 'feed') throw new Error('not a feed')
  const { prepared, moved } = packPrepared(document)
  if (prepared.kind !== 'feed') throw new Error('not a feed')
  expect(prepared.entries.length).toBe(2)
  const entries = unpackEntries(prepared.entries)
  expect(entries).toEqual(document.entries)
  const buffers = new Set(entries.map(({ print }) => print.value.buffer))
  expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([
    entries.reduce((sum, { print }) => sum + print.value.length, 0),
  ])
  expect(buffers).not.toContain(moved[0])
  expect({ ...prepared, entries }).toEqual(document)
})

test.each([
  ['a page', '<html><body>Nothing</body></html>'],
  ['a feed without entries', rss('')],
])('%s has nothing to pack', (_, body) => {
  const document = read(body)
  expect(packPrepared(document)).toEqual({ prepared: document, moved: [] })
})

test('the bytes of stored entries are given back, and what was unpacked before is whole', () => {
  const document = read(rss(item(1)))
  if (document.kind !== 'feed') throw new Error('not a feed')
  const packed = packEntries(document.entries)
  const entries = unpackEntries(packed)
  releaseEntries(packed)
  expect(packed.bytes.byteLength).toBe(0)
  expect(entries).toEqual(document.entries)
  releaseEntries(document.entries)
  expect(document.entries[0]!.print.value.byteLength).toBeGreaterThan(0)
})

test('entries that were not packed are given as they are', () => {
  expect(unpackEntries([])).toEqual([])
})
