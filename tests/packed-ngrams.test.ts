import { expect, test } from 'vitest'
import { packedNgrams } from '../scripts/pack-ngrams.mjs'

type Data = Parameters<typeof packedNgrams>[0]

function loaded(script: string): unknown {
  const exports: { ngramsData?: unknown } = {}
  new Function('exports', script)(exports)
  return exports.ngramsData
}

test('packed n-grams are those that were packed', () => {
  const data = {
    type: 'XS',
    languages: { 0: 'en' },
    ngrams: { ' a"\\ ': { 0: 7 }, 'b\n': { 0: 7, 3: 9 }, é: { 0: 7 } },
  }
  expect(loaded(packedNgrams(data))).toEqual(data)
})

test('the language detector of the built program knows every n-gram of the package', async () => {
  const path = new URL('../node_modules/eld/src/ngrams/extrasmall.js', import.meta.url).href
  const { ngramsData } = (await import(path)) as { readonly ngramsData: Data }
  expect(Object.keys(ngramsData.ngrams).length).toBeGreaterThan(40_000)
  expect(loaded(packedNgrams(ngramsData))).toEqual(ngramsData)
})
