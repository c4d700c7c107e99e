import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { markdownTable } from './measure.ts'
import type { StageGrowth } from './peers/stage-growth.ts'

/* How the cost of each stage grows with the number of articles: ten times as many from column to column. */

const SIZES = (process.env.BENCH_STAGE_FEEDS ?? '50,500,5000').split(',').map(Number)

export async function benchStages(say: (line: string) => void): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  const columns: StageGrowth[] = []
  for (const feeds of SIZES) columns.push(await measure(feeds))
  const headings = columns.map(({ articles }) => `${articles.toLocaleString('en')} articles`)
  const rows = columns[0]!.stages.map(([stage]) => [stage, ...columns.map((column) => perArticle(column, stage))])
  const peaks = columns.map(({ peakMb }) => `${peakMb.toFixed(0)} MB`)
  say(markdownTable(['µs of the processor an article', ...headings], [...rows, ['memory at the peak', ...peaks]]))
}

async function measure(feeds: number): Promise<StageGrowth> {
  const child = fork(new URL('./peers/stage-growth.ts', import.meta.url), [String(feeds)])
  const [growth] = (await once(child, 'message')) as [StageGrowth]
  return growth
}

function perArticle({ articles, stages }: StageGrowth, wanted: string): string {
  const [, ms] = stages.find(([stage]) => stage === wanted)!
  return ((1000 * ms) / articles).toFixed(0)
}
