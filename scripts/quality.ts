/** Measures dedup and stories on labelled news: `npm run quality [-- --corpus DIR --json]`. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureQuality, type QualityRow } from '../tests/support/quality/measure-quality.ts'
import { sharedFolder } from '../tests/support/shared-folder.ts'

const { values } = parseArgs({ options: { corpus: { type: 'string' }, json: { type: 'boolean', default: false } } })
const folder = values.corpus ?? sharedFolder('corpora', 'dedup')
if (folder === null || !existsSync(folder)) {
  process.stderr.write(
    `no labelled news at ${folder ?? '../shared/corpora/dedup'}: give --corpus DIR or set COPYTASTER_SHARED\n`,
  )
  process.exit(2)
}
const rows = measureQuality(folder)
process.stdout.write(values.json ? `${JSON.stringify(rows, null, 1)}\n` : table(rows))

function table(list: readonly QualityRow[]): string {
  const head = ['set', 'window', 'rule', 'P', 'R', 'F1', 'B³ F1', 'V', 'lost']
  const lines = list.map((row) => [
    row.set,
    row.window,
    row.rule,
    ...[row.p, row.r, row.f1, row.bcubed, row.vMeasure].map(figure),
    row.lost === null ? '' : `${row.lost} of ${row.items}`,
  ])
  const widths = head.map((name, column) => Math.max(name.length, ...lines.map((line) => line[column]!.length)))
  const line = (cells: readonly string[]) => cells.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')
  return [head, ...lines].map((cells) => `${line(cells).trimEnd()}\n`).join('')
}

function figure(value: number | null): string {
  return value === null ? '' : value.toFixed(4)
}
