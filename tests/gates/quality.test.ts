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
import { sampled } from '../support/sampled.ts'

/** The rows that gates ask for, by set, rule and window. */
const asked = new Set<string>()
const nameOf = (...[set, rule, window]: RowName) => `${set}, ${rule}, ${window}`
type RowName = readonly [set: string, rule: string, window: string]

let measured: QualityRow[] | null = null

/** All rows that are asked for are measured once, by whichever gate comes first. */
function row(shared: string, name: RowName): QualityRow {
  measured ??= measureQuality(join(shared, 'corpora', 'dedup'), ({ set, rule, window }) =>
    asked.has(nameOf(set, rule, window)),
  )
  const found = measured.find(({ set, rule, window }) => nameOf(set, rule, window) === nameOf(...name))
  if (found === undefined) throw new Error(`no row for ${nameOf(...name)}`)
  return found
}

/** A gate about some rows. */
function rowGate<const Names extends readonly RowName[]>(
  title: string,
  names: Names,
  judge: (...rows: { [At in keyof Names]: QualityRow }) => void,
): void {
  for (const name of names) asked.add(nameOf(...name))
  gate(title, (shared) => judge(...(names.map((name) => row(shared, name)) as { [At in keyof Names]: QualityRow })))
}

describe('quality on labelled news', () => {
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
    rowGate(`F1 of ${set} by ${rule} does not fall below ${floor}`, [[set, rule, 'pairs']], ({ f1 }) => {
      expect(f1).toBeGreaterThanOrEqual(floor)
    })

  const storyFloors = [
    ['uci', '24 h', 0.87],
    ['allsides-dated', '24 h', 0.92],
    ['allsides-dated', '168 h', 0.9],
    ['ecbplus', 'all', 0.8],
    ['allsides-undated', 'all', 0.5],
  ] as const
  for (const [set, window, floor] of storyFloors)
    rowGate(
      `F1 of the stories of ${set} (${window}) does not fall below ${floor}`,
      [[set, 'stories', window]],
      ({ f1 }) => {
        process.stderr.write(`${set} ${window}: ${f1?.toFixed(4)}\n`)
        expect(f1).toBeGreaterThanOrEqual(floor)
      },
    )

  for (const rule of ['title same', 'copy'])
    rowGate(
      `a headline is called the same (${rule}) with precision of .99 and finds two in five`,
      [['sts-headlines', rule, 'pairs']],
      ({ p, r }) => {
        expect(p).toBeGreaterThanOrEqual(0.99)
        expect(r).toBeGreaterThanOrEqual(0.43)
      },
    )

  rowGate('no release post is called a duplicate of another', [['release-posts', 'title same', '72 h']], ({ lost }) => {
    expect(lost).toBe(0)
  })

  // Comparing every pair of articles takes longer than everything else here.
  const compared = [
    ['uci', ['24 h', '168 h']],
    ['allsides-dated', ['24 h', '168 h']],
    ['ecbplus', ['all']],
    ['allsides-undated', ['all']],
  ] as const
  for (const [set, windows] of sampled('literal rules', compared))
    for (const window of windows)
      rowGate(
        `the literal rules are worse on ${set} (${window})`,
        [
          [set, 'literal DBSCAN(.4, 2)', window],
          [set, 'stories', window],
        ],
        (literal, stories) => expect(literal.f1).toBeLessThan(stories.f1!),
      )
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
