import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Compares two folders byte by byte: how many files there are, and which differ or are in one of them only. */
export function differingFiles(before, after) {
  const [old, now] = [filesOf(before), filesOf(after)]
  const all = [...new Set([...old, ...now])].sort()
  const differing = all.flatMap((file) => {
    if (!now.has(file)) return [{ file, how: 'only in the old outputs' }]
    if (!old.has(file)) return [{ file, how: 'only in the new outputs' }]
    const line = firstDifference(readFileSync(join(before, file)), readFileSync(join(after, file)))
    return line === null ? [] : [{ file, how: `differs from line ${line} on` }]
  })
  return { compared: all.length, differing }
}

function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(folder.length + 1)),
  )
}

function firstDifference(a, b) {
  if (a.equals(b)) return null
  let line = 1
  for (let at = 0; at < a.length && a[at] === b[at]; at++) if (a[at] === 10) line++
  return line
}
