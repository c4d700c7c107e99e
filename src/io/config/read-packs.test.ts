import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { urlKey } from '../../core/text/url-key.ts'
import { readPacks } from './read-packs.ts'

const PACKS = fileURLToPath(new URL('../../../packs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'copytaster-packs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every pack that is shipped can be read, and says in its head whether its addresses were asked', async () => {
  const packs = await readPacks(PACKS)
  expect(packs.map(({ language }) => language)).toEqual(
    expect.arrayContaining(['en', 'de', 'ja', 'zh-Hant', 'zh-Hans']),
  )
  for (const { id, checkedOn } of packs)
    if (checkedOn === null) expect(readFileSync(join(PACKS, `${id}.yaml`), 'utf8')).toMatch(/^# .*None could be asked/)
})

test('packs are part of the package', () => {
  const { files } = JSON.parse(readFileSync(join(PACKS, '../package.json'), 'utf8')) as { files: string[] }
  expect(files).toContain('packs')
})

test('no two packs have the same name or the same feed', async () => {
  const packs = await readPacks(PACKS)
  const urls = packs.flatMap(({ feeds }) => feeds.map(({ url }) => urlKey(url)))
  expect(new Set(urls).size).toBe(urls.length)
  expect(new Set(packs.map(({ name }) => name)).size).toBe(packs.length)
})

test('a pack with an unknown field, no feeds or an address without https is refused', async () => {
  const head = 'name: N\nlanguage: en\nsubject: news\nchecked_on: null\n'
  for (const rest of ['feeds: []', 'feeds: [{name: A, url: "http://a.example/rss"}]', 'feeds: [{name: A}]\nx: 1']) {
    writeFileSync(join(folder, 'a.yaml'), `${head}${rest}\n`)
    await expect(readPacks(folder)).rejects.toThrow('packs/a.yaml')
  }
})
