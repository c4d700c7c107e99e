import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { dbscan } from '../../src/core/similar/dbscan.ts'
import { fnv1a64, type Hash64 } from '../../src/core/similar/hash.ts'
import { countFrequencies, idfOf } from '../../src/core/similar/idf.ts'
import { jaccard } from '../../src/core/similar/jaccard.ts'
import { jaro, jaroWinkler } from '../../src/core/similar/jaro-winkler.ts'
import { levenshtein } from '../../src/core/similar/levenshtein.ts'
import { averageLink, ward } from '../../src/core/similar/linkage.ts'
import { candidateChance } from '../../src/core/similar/minhash.ts'
import { md5Low64, simhash } from '../../src/core/similar/simhash.ts'
import { type SparseVector, unitVector } from '../../src/core/similar/vectors.ts'
import { porterStem } from '../../src/core/text/stem/porter.ts'
import { gate } from '../support/gate.ts'

function text(shared: string, name: string): string {
  const path = join(shared, 'corpora', 'algorithms', name)
  return existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString('utf8')
}

const lines = (shared: string, name: string) =>
  text(shared, name)
    .split(/\r?\n/)
    .filter((line) => line !== '')

gate('the stems of porter.tsv are met word for word', (shared) => {
  const rows = lines(shared, 'porter.tsv').map((line) => line.split('\t') as [string, string])
  expect(rows.length).toBeGreaterThan(42_000)
  expect(rows.filter(([word, expected]) => porterStem(word) !== expected)).toEqual([])
})

describe('string measures', () => {
  type Row = { a: string; b: string; jaro: number; jaro_winkler: number; levenshtein: number; jaccard_words: number }

  gate('agree with every pair of real titles to the last digit', (shared) => {
    const rows = lines(shared, 'string-similarity.jsonl').map((line) => JSON.parse(line) as Row)
    expect(rows.length).toBe(1000)
    for (const row of rows) {
      expect(jaro(row.a, row.b)).toBeCloseTo(row.jaro, 12)
      expect(jaroWinkler(row.a, row.b)).toBeCloseTo(row.jaro_winkler, 12)
      expect(levenshtein(row.a, row.b)).toBe(row.levenshtein)
      expect(jaccard(new Set(row.a.split(' ')), new Set(row.b.split(' ')))).toBeCloseTo(row.jaccard_words, 12)
    }
  })

  const measures: [string, (a: string, b: string) => number][] = [
    ['jellyfish-levenshtein.csv', levenshtein],
    ['jellyfish-jaro_distance.csv', jaro],
    ['jellyfish-jaro_winkler.csv', jaroWinkler],
    ['jellyfish-jaro_winkler_longtol.csv', (a, b) => jaroWinkler(a, b, true)],
  ]
  for (const [name, measure] of measures)
    gate(`${name} is met`, (shared) => {
      const rows = lines(shared, name).map((line) => /^("[^"]*"|[^,]*),("[^"]*"|[^,]*),(.*)$/.exec(line)!)
      const bare = (cell: string) => cell.replace(/^"|"$/g, '')
      expect(rows.length).toBeGreaterThan(3)
      for (const [, a, b, expected] of rows) {
        // Three places, of which the public vectors cut some and round others.
        expect(Math.abs(measure(bare(a!), bare(b!)) - Number(expected))).toBeLessThan(0.001)
      }
    })
})

describe('fingerprints', () => {
  type Row = { tokens?: Record<string, number>; hash_only?: string; md5_low64: string; fnv1a64: string }
  const whole = ({ high, low }: Hash64) => ((BigInt(high) << 32n) | BigInt(low)).toString()

  gate('SimHash rows agree under both hashes', (shared) => {
    const rows = lines(shared, 'simhash64.jsonl').map((line) => JSON.parse(line) as Row)
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const of = (hash: (token: string) => Hash64) =>
        row.tokens === undefined
          ? whole(hash(row.hash_only!))
          : simhash(new Map(Object.entries(row.tokens)), hash).toString()
      expect([of(md5Low64), of(fnv1a64)]).toEqual([row.md5_low64, row.fnv1a64])
    }
  })

  gate('the chance of sharing a band follows the published curve', (shared) => {
    const { curve } = JSON.parse(text(shared, 'minhash-lsh-curve.json')) as { curve: Record<string, number>[] }
    for (const point of curve) {
      for (const [name, bands, rows] of [
        ['b16r8', 16, 8],
        ['b32r4', 32, 4],
        ['b20r6', 20, 6],
        ['b25r5', 25, 5],
      ] as const) {
        expect(candidateChance(point.j!, { bands, rows })).toBeCloseTo(point[name]!, 12)
      }
    }
  })
})

describe('clusterers', () => {
  type Reference = {
    documents: Record<string, number>[]
    vocabulary: string[]
    tfidf: [number, number][][]
    dbscan: Record<string, number[]>
    ward: Record<string, number[]>
    average: Record<string, number[]>
  }

  const reference = (shared: string): Reference => JSON.parse(text(shared, 'clustering-reference.json')) as Reference

  function vectorsOf({ documents, vocabulary }: Reference): SparseVector[] {
    const numbers = new Map(vocabulary.map((term, at) => [term, at]))
    const idf = idfOf(countFrequencies(documents.map((document) => Object.keys(document))))
    return documents.map((document) =>
      unitVector(Object.entries(document).map(([term, count]) => [numbers.get(term)!, count * idf(term)] as const)),
    )
  }

  function grouping(labels: ArrayLike<number>): number[] {
    const names = new Map<number, number>([[-1, -1]])
    return Array.from(labels, (label) => {
      if (!names.has(label)) names.set(label, names.size - 1)
      return names.get(label)!
    })
  }

  gate('TF-IDF rows agree', (shared) => {
    const known = reference(shared)
    const vectors = vectorsOf(known)
    known.tfidf.forEach((row, at) => {
      const { ids, weights } = vectors[at]!
      const found = new Map(Array.from(ids, (id, place) => [id, weights[place]!]))
      expect(found.size).toBe(row.length)
      for (const [id, weight] of row) expect(found.get(id)).toBeCloseTo(weight, 10)
    })
  })

  gate('DBSCAN, Ward and average link labels agree', (shared) => {
    const known = reference(shared)
    const vectors = vectorsOf(known)
    const runs: [Record<string, number[]>, RegExp, (value: number) => Int32Array][] = [
      [known.dbscan, /eps=([\d.]+)/, (eps) => dbscan(vectors, eps, 2)],
      [known.ward, /k=(\d+)/, (count) => ward(vectors, count)],
      [known.average, /threshold=([\d.]+)/, (threshold) => averageLink(vectors, threshold)],
    ]
    for (const [table, pattern, run] of runs) {
      expect(Object.keys(table).length).toBeGreaterThan(1)
      for (const [name, labels] of Object.entries(table)) {
        expect(grouping(run(Number(pattern.exec(name)![1]))), name).toEqual(grouping(labels))
      }
    }
  })
})
