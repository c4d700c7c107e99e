import { describe, expect, test } from 'vitest'
import { tierOf } from './tier-of.ts'
import { TIER_REGISTRY } from './tier-registry.ts'

describe('tierOf', () => {
  test.each([
    ['the source’s own line first', 'T5', 'https://www.reuters.com/x', 'T5', 'source'],
    ['an agency', null, 'https://www.reuters.com/x', 'T1', 'registry'],
    ['an agency of Taiwan', null, 'https://www.cna.com.tw/news/1', 'T1', 'registry'],
    ['an agency of Japan', null, 'https://www.jiji.com/jc/1', 'T1', 'registry'],
    ['a ministry by its ending', null, 'https://www.mofa.gov.tw/x', 'T1', 'registry'],
    ['a ministry of Japan', null, 'https://www.mext.go.jp/x', 'T1', 'registry'],
    ['who publishes RFCs', null, 'https://www.rfc-editor.org/rfc/rfc1', 'T1', 'registry'],
    ['a newspaper of record', null, 'https://www.nytimes.com/x', 'T2', 'registry'],
    ['a public broadcaster', null, 'https://www3.nhk.or.jp/news/x', 'T2', 'registry'],
    ['a journal', null, 'https://www.nature.com/x', 'T2', 'registry'],
    ['a section of its own tier', null, 'https://spectrum.ieee.org/x', 'T2', 'registry'],
    ['technology press', null, 'https://arstechnica.com/x', 'T3', 'registry'],
    ['a newsletter', null, 'https://someone.substack.com/p/x', 'T4', 'registry'],
    ['a blog without an editor', null, 'https://someone.blogspot.com/x', 'T5', 'registry'],
    ['an aggregator', null, 'https://news.google.com/x', 'T5', 'registry'],
    ['nobody known', null, 'https://a.example/x', 'T3', 'default'],
    ['a name that only ends alike', null, 'https://notreuters.com/x', 'T3', 'default'],
    ['no address', null, null, 'T3', 'default'],
  ] as const)('%s', (_fact, source, url, tier, tierFrom) => {
    expect(tierOf(source, url)).toMatchObject({ tier, tierFrom })
  })

  test('says why', () => expect(tierOf(null, 'https://apnews.com/x').because).toBe('news agency'))
})

describe('the registry', () => {
  const all = TIER_REGISTRY.flatMap(({ domains }) => domains.trim().split(/\s+/))

  test('names each domain once', () => {
    expect(all.filter((domain, at) => all.indexOf(domain) !== at)).toEqual([])
  })

  test('is written as hosts are', () => {
    expect(all.filter((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(domain))).toEqual([])
  })

  test('has every tier and a reason for each', () => {
    expect(new Set(TIER_REGISTRY.map(({ tier }) => tier)).size).toBe(5)
    expect(TIER_REGISTRY.filter(({ because }) => because === '')).toEqual([])
    expect(all.length).toBeGreaterThan(250)
  })
})
