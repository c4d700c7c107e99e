import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { gate } from '../support/gate.ts'
import { refinedStories } from '../support/quality/clusterers.ts'
import { readItems } from '../support/quality/corpus.ts'
import { measureQuality, type QualityRow } from '../support/quality/measure-quality.ts'
import { clusterScores } from '../support/quality/measures.ts'

/** What the gates below ask for. */
const RULES = ['stories', 'literal DBSCAN(.4, 2)', 'one story', 'title links', 'title same', 'copy']

let measured: QualityRow[] | null = null

/** All sets are measured once, by whichever gate asks first. */
function rowsOf(shared: string): QualityRow[] {
  measured ??= measureQuality(
    join(shared, 'corpora', 'dedup'),
    ({ set, rule }) => RULES.includes(rule) && set !== 'ja-jsts',
  )
  return measured
}

describe('quality on labelled news', () => {
  const row = (shared: string, set: string, rule: string, window: string) => {
    const found = rowsOf(shared).find((one) => one.set === set && one.rule === rule && one.window === window)
    if (found === undefined) throw new Error(`no row for ${set}, ${rule}, ${window}`)
    return found
  }

  // Each is what was measured on 17 November 2026, rounded down. That of zh-titles by one story came down from .68 when Chinese and Japanese
  // were given the weight with which the weekend's stories hold (F1 .675 → .692): its pairs are bare titles, which readers' feeds are not.
  const floors = [
    ['sts-headlines', 'title links', 0.85],
    ['zh-titles', 'title links', 0.78],
    ['sts-headlines', 'one story', 0.66],
    ['zh-titles', 'one story', 0.67],
    ['tg-pairs', 'one story', 0.74],
  ] as const
  for (const [set, rule, floor] of floors)
    gate(`F1 of ${set} by ${rule} does not fall below ${floor}`, (shared) => {
      expect(row(shared, set, rule, 'pairs').f1).toBeGreaterThanOrEqual(floor)
    })

  const storyFloors = [
    ['uci', '24 h', 0.87],
    ['allsides-dated', '24 h', 0.92],
    ['allsides-dated', '168 h', 0.9],
    ['ecbplus', 'all', 0.8],
    ['allsides-undated', 'all', 0.5],
  ] as const
  for (const [set, window, floor] of storyFloors)
    gate(`F1 of the stories of ${set} (${window}) does not fall below ${floor}`, (shared) => {
      const { f1 } = row(shared, set, 'stories', window)
      process.stderr.write(`${set} ${window}: ${f1?.toFixed(4)}\n`)
      expect(f1).toBeGreaterThanOrEqual(floor)
    })

  for (const rule of ['title same', 'copy'])
    gate(`a headline is called the same (${rule}) with precision of .99 and finds two in five`, (shared) => {
      const { p, r } = row(shared, 'sts-headlines', rule, 'pairs')
      expect(p).toBeGreaterThanOrEqual(0.99)
      expect(r).toBeGreaterThanOrEqual(0.43)
    })

  gate('no release post is called a duplicate of another', (shared) => {
    expect(row(shared, 'release-posts', 'title same', '72 h').lost).toBe(0)
  })

  for (const set of ['uci', 'allsides-dated', 'ecbplus', 'allsides-undated'])
    gate(`the literal rules are worse on ${set}`, (shared) => {
      const literal = rowsOf(shared).filter((one) => one.set === set && one.rule.startsWith('literal'))
      expect(literal.length).toBeGreaterThan(0)
      for (const one of literal) expect(one.f1).toBeLessThan(row(shared, set, 'stories', one.window).f1!)
    })
})

describe('the measures', () => {
  gate('print what score.py prints', (shared) => {
    const folder = join(shared, 'corpora', 'dedup')
    const scorer = join(shared, 'tools', 'dedup-eval', 'score.py')
    const items = readItems(folder, 'ecbplus')
    const clusters = refinedStories(items)
    const own = clusterScores(
      items.map(({ gold }) => gold),
      items.map(({ id }) => clusters.get(id)!),
    )
    const place = mkdtempSync(join(tmpdir(), 'copytaster-quality-'))
    try {
      const file = join(place, 'found.jsonl')
      writeFileSync(file, items.map(({ id }) => JSON.stringify({ id, cluster: clusters.get(id) })).join('\n'))
      const said = spawnSync('python3', [scorer, '--gold', join(folder, 'ecbplus.gold.jsonl.gz'), '--pred', file])
      const theirs = JSON.parse(said.stdout.toString()) as {
        pairwise: { p: number; r: number; f1: number }
        bcubed: { f1: number }
        v_measure: number
      }
      expect(
        [own.pairwise.p, own.pairwise.r, own.pairwise.f1, own.bcubed.f1, own.vMeasure].map((v) => v.toFixed(4)),
      ).toEqual(
        [theirs.pairwise.p, theirs.pairwise.r, theirs.pairwise.f1, theirs.bcubed.f1, theirs.v_measure].map((v) =>
          v.toFixed(4),
        ),
      )
    } finally {
      rmSync(place, { recursive: true })
    }
  })
})
