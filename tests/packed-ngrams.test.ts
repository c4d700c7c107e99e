import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { eld } from 'eld/extrasmall'
import { build } from 'esbuild'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { calculateScores, packedDetector, packedNgrams, readingPacked } from '../scripts/pack-ngrams.mjs'

type Data = Parameters<typeof packedNgrams>[0]
type Detector = Pick<typeof eld, 'detect'>

const NGRAMS = new URL('../node_modules/eld/src/ngrams/extrasmall.js', import.meta.url)
const { ngramsData } = (await import(NGRAMS.href)) as { readonly ngramsData: Data }

let packed: Detector

const asModule = (script: string) => script.replace('exports.ngramsData', 'export const ngramsData')

/** The detector as the build puts it into the program. */
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export { eld } from 'eld/extrasmall'", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    plugins: [
      packedDetector,
      {
        name: 'packed-table',
        setup: ({ onLoad }) =>
          onLoad({ filter: /extrasmall\.js$/, namespace: 'file' }, ({ path }) =>
            path.includes('ngrams') ? { contents: asModule(packedNgrams(ngramsData)) } : null,
          ),
      },
    ],
  })
  const module: { exports: { eld?: Detector } } = { exports: {} }
  new Function('module', 'exports', 'require', outputFiles[0]!.text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  )
  packed = module.exports.eld!
})

const told = (detector: Detector, text: string) => {
  const found = detector.detect(text)
  return { language: found.language, scores: found.getScores(), isReliable: found.isReliable() }
}

test('every n-gram of the package has the same scores in the packed table, and no other has any', () => {
  const { ngrams } = ngramsData
  const table: { ngramsData?: { readonly ngrams: object } } = {}
  new Function('exports', 'Buffer', packedNgrams(ngramsData))(table, Buffer)
  const zeros = new Array<number>(60).fill(0)
  const scores = (ngram: string) =>
    calculateScores({ [ngram]: true }, { langScore: zeros, ngrams: table.ngramsData!.ngrams })
  expect(Object.keys(ngrams).length).toBeGreaterThan(40_000)
  for (const [ngram, own] of Object.entries(ngrams)) {
    const expected = zeros.map((_, language) => (language in own ? own[language]! + 53 : 0))
    if (scores(ngram).join() !== expected.join()) expect(scores(ngram), ngram).toEqual(expected)
    for (const other of [`${ngram}x`, `x${ngram}`, ngram.slice(1)])
      if (!(other in ngrams)) expect(scores(other).some((score) => score !== 0)).toBe(false)
  }
})

test('texts in many scripts are told apart as by the package', () => {
  const words = fc.stringMatching(/^[a-zäöüéèñçß’']{1,12}$/u)
  const others = fc.stringMatching(/^[а-яёіїєا-يא-תα-ωक-हก-ฮ가-힣ぁ-ん一-丿🙂]{1,9}$/u)
  const text = fc.array(fc.oneof(words, others, fc.string()), { maxLength: 60 }).map((all) => all.join(' '))
  const isTheSame = (one: string) => isDeepStrictEqual(told(packed, one), told(eld, one))
  fc.assert(fc.property(text, isTheSame))
})

test('a detector that adds up its scores in another way is refused', () => {
  const source = readFileSync(new URL('../node_modules/eld/src/languageDetector.js', import.meta.url), 'utf8')
  expect(readingPacked(source)).toContain('starts[group]')
  expect(() => readingPacked(source.replaceAll('calculateScores', 'sumScores'))).toThrow('calculateScores')
})
