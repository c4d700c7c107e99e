import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSource } from '../../tests/support/poll-records.ts'
import { storeModel } from '../../tests/support/store-model.ts'
import type { SourceRequest } from '../core/domain/source.ts'
import { parseSettings } from '../io/config/read-settings.ts'
import { exportOpml, exportYaml } from './export-feeds.ts'
import { fileSources } from './file-sources.ts'
import { importOpml, readSubscriptions } from './import-opml.ts'

const name = fc.oneof(
  fc.constantFrom(
    'null',
    'yes',
    '- a',
    '#1',
    'a: b',
    '"',
    "'",
    '{',
    '12',
    '中文',
    '~',
    '&x',
    '*x',
    '!x',
    '%',
    '@',
    '`',
    '|',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[\p{Cc}\p{Cs}\s\ufffe\uffff]+/gu, ' ').trim())
    .filter((text) => text !== ''),
)
const source = fc.record({
  tab: fc.oneof(fc.constantFrom('zh_news', 'en_news'), name),
  category: fc.option(name),
  name: fc.option(name),
  tier: fc.constantFrom('T1', 'T4', null),
  kind: fc.constantFrom('major', 'blog'),
  owner: fc.option(name),
})
const list: fc.Arbitrary<SourceRequest[]> = fc
  .array(source, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((one, i) => aSource(`https://host-${i}.example/rss`, { ...one, position: i, language: null })))

async function storeOf(requests: readonly SourceRequest[]) {
  const store = storeModel()
  await store.addSources(requests, 0)
  return store
}

const told = (sources: readonly SourceRequest[]) =>
  sources
    .map(({ url, tab, category, name: shown, tier, kind, owner }) => ({
      url,
      tab,
      category,
      name: shown,
      tier,
      kind,
      owner,
    }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))

test('an exported feeds.yaml gives the same sources', async () => {
  await fc.assert(
    fc.asyncProperty(list, async (requests) => {
      const text = (await exportYaml(await storeOf(requests), {})).text
      expect(told(fileSources(parseSettings(text, 'feeds.yaml', []).settings))).toEqual(told(requests))
    }),
    { seed: 7, numRuns: 100 },
  )
})

test('an exported OPML file gives the same sources, tabs under the names people see', async () => {
  const { tabs } = parseSettings('tabs: {zh_news: {name: 中文新聞}, en_news: {}}', null, []).settings
  await fc.assert(
    fc.asyncProperty(list, async (requests) => {
      const text = (await exportOpml(await storeOf(requests), { tabs, ownTabs: [] }, 0)).text
      const other = storeModel()
      const base = { store: other, now: 0, tabs, ownTabs: [] }
      const deps = { ...base, tabLanguage: () => null, stopped: () => false, onStored: () => {} }
      const bytes = new TextEncoder().encode(text)
      const report = await importOpml(readSubscriptions({ bytes, name: 'x' }), deps)
      expect(report).toEqual({ added: requests.length, revived: 0, known: 0, skipped: [], broken: null })
      expect(told(await other.sources())).toEqual(told(requests))
    }),
    { seed: 8, numRuns: 60 },
  )
})

test('what was retired, or came by crawls, is not exported', async () => {
  const store = await storeOf([aSource('https://a.example/rss'), aSource('https://b.example/rss')])
  await store.retireSource(1, 0)
  await store.crawlFeed(aSource('https://c.example/'), 0)
  for (const text of [
    (await exportOpml(store, { tabs: {}, ownTabs: [] }, 0)).text,
    (await exportYaml(store, {})).text,
  ]) {
    expect(text).toContain('https://b.example/rss')
    expect(text).not.toMatch(/[ac]\.example/)
  }
})
