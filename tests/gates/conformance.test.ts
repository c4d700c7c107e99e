import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { gate } from '../support/gate.ts'
import { root } from '../support/shared-folder.ts'

/* How well we read other people's test suites, by their scorer, through the built library. The floors are what was
   measured last; they may only rise. */

interface Score {
  readonly vectors: number
  readonly passed: number
  /** By name: vectors, vectors passed, assertions, assertions passed. */
  readonly byTier: Readonly<Record<string, readonly number[]>>
  readonly byKind: Readonly<Record<string, readonly number[]>>
  readonly bySource: Readonly<Record<string, readonly number[]>>
}

/** What `npm run conformance-adapter` starts. */
const ADAPTER = [process.execPath, 'scripts/conformance-adapter.mjs']

function score(shared: string, topic: string, adapter = ADAPTER): Score {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-score-'))
  const out = join(folder, 'score.json')
  const scorer = join(shared, 'tools', 'feed-conformance', 'score.py')
  const args = [scorer, join(shared, 'corpora', topic), '--name', 'copytaster', '--json', out, '--', ...adapter]
  execFileSync('python3', args, { cwd: root, stdio: 'pipe' })
  const result = JSON.parse(readFileSync(out, 'utf8'))
  rmSync(folder, { recursive: true })
  return result
}

const percent = (count: readonly number[] | undefined) =>
  Math.floor((1000 * (count?.[1] ?? 0)) / (count?.[0] ?? 1)) / 10

/** Every tier of all suites but feedparser's own, whose habits make up half of the corpus. */
function foreign({ bySource }: Score): number {
  const others = Object.entries(bySource).filter(([source]) => !source.includes('feedparser'))
  return percent([0, 1].map((i) => others.reduce((sum, [, count]) => sum + count[i]!, 0)))
}

function atLeast(measured: Record<string, number>, floors: Record<string, number>): void {
  process.stderr.write(`${JSON.stringify(measured)}\n`)
  for (const [name, floor] of Object.entries(floors)) expect(measured[name], name).toBeGreaterThanOrEqual(floor)
}

gate('feeds: documents of a dozen parsers', (shared) => {
  const result = score(shared, 'feeds')
  const { must, should } = result.byTier
  atLeast(
    { must: percent(must), should: percent(should), foreign: foreign(result) },
    { must: 98, should: 93, foreign: 88 },
  )
})

gate('encoding: national encodings, declared or not', (shared) => {
  const { byTier, byKind } = score(shared, 'encoding')
  atLeast({ must: percent(byTier.must), sniff: percent(byKind.sniff) }, { must: 99, sniff: 93 })
})

gate('dates: as found in feeds', (shared) => {
  const { byTier, vectors, passed } = score(shared, 'dates', ['npm', 'run', '--silent', 'conformance-adapter'])
  atLeast({ must: percent(byTier.must), all: percent([vectors, passed]) }, { must: 100, all: 97 })
})

gate('urls: resolved, stripped, tidied', (shared) => {
  const { byTier } = score(shared, 'urls')
  atLeast({ must: percent(byTier.must), should: percent(byTier.should) }, { must: 100, should: 95 })
})

gate('sanitize: nothing active survives', (shared) => {
  const { byTier } = score(shared, 'sanitize')
  atLeast({ must: percent(byTier.must) }, { must: 100 })
})

gate('feeds-real: every real document yields its entries', (shared) => {
  const sweep = join(shared, 'tools', 'feed-conformance', 'sweep.py')
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-sweep-'))
  const out = join(folder, 'sweep.json')
  const args = [sweep, join(shared, 'corpora', 'feeds-real'), '--name', 'copytaster', '--json', out, '--', ...ADAPTER]
  execFileSync('python3', args, { cwd: root, stdio: 'pipe' })
  const result = JSON.parse(readFileSync(out, 'utf8'))
  rmSync(folder, { recursive: true })
  const { documents, errors, noEntries } = result
  process.stderr.write(`${JSON.stringify({ documents, errors, noEntries })}\n`)
  expect(documents).toBeGreaterThan(200)
  expect({ errors, noEntries }).toEqual({ errors: {}, noEntries: 0 })
})
