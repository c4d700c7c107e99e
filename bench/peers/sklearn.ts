import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SparseVector } from '../../src/core/similar/vectors.ts'

const SCRIPT = fileURLToPath(new URL('./sklearn_dbscan.py', import.meta.url))

/** Debian's own Python has the packages of Debian. */
const PYTHON = '/usr/bin/python3'

export function hasSklearn(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import sklearn'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The labels scikit-learn gives, and its own time for it, without starting Python or reading the files. */
export function sklearnDbscan(
  vectors: readonly SparseVector[],
  eps: number,
  minSamples: number,
): { ms: number; labels: readonly number[] } {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-sklearn-'))
  const starts = new Uint32Array(vectors.length + 1)
  vectors.forEach(({ ids }, at) => {
    starts[at + 1] = starts[at]! + ids.length
  })
  const ids = new Uint32Array(starts.at(-1)!)
  const weights = new Float64Array(ids.length)
  vectors.forEach((vector, at) => {
    ids.set(vector.ids, starts[at]!)
    weights.set(vector.weights, starts[at]!)
  })
  for (const [name, data] of Object.entries({ starts, ids, weights })) {
    writeFileSync(join(folder, `${name}.bin`), new Uint8Array(data.buffer))
  }
  const width = ids.reduce((most, id) => Math.max(most, id), 0) + 1
  const args = [SCRIPT, folder, String(eps), String(minSamples), String(width)]
  const { seconds, labels } = JSON.parse(execFileSync(PYTHON, args, { encoding: 'utf8', maxBuffer: 2 ** 28 }))
  rmSync(folder, { recursive: true })
  return { ms: seconds * 1000, labels }
}
