/** A run of text that two versions share, or that only one has. */
export interface DiffRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** A word with the space behind it; a single character where words are not set apart, and of everything else. */
const TOKEN = /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}'’-])+[^\S\n]*|[\s\S]/gu

const tokens = (text: string): readonly string[] => text.match(TOKEN) ?? []

/** More words than this on each side are compared by what their ends share alone: the table would grow too large. */
const MOST_WORDS = 2_000

/** The longest common subsequence of words: what was removed and what was added between two versions of a text. */
export function wordDiff(before: string, after: string): readonly DiffRun[] {
  const [a, b] = [tokens(before), tokens(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [oldWords, newWords] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isLong = oldWords.length > MOST_WORDS || newWords.length > MOST_WORDS
  return joined([
    ...a.slice(0, start).map(run('same')),
    ...(isLong ? [...oldWords.map(run('removed')), ...newWords.map(run('added'))] : middle(oldWords, newWords)),
    ...a.slice(a.length - end).map(run('same')),
  ])
}

const run =
  (kind: DiffRun['kind']) =>
  (text: string): DiffRun => ({ kind, text })

function middle(a: readonly string[], b: readonly string[]): DiffRun[] {
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
  const runs: DiffRun[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      runs.push(run('same')(a[i++]!))
      j++
    } else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) runs.push(run('removed')(a[i++]!))
    else runs.push(run('added')(b[j++]!))
  }
  return [...runs, ...a.slice(i).map(run('removed')), ...b.slice(j).map(run('added'))]
}

/** Neighbours of one kind are one run. */
function joined(runs: readonly DiffRun[]): readonly DiffRun[] {
  const result: DiffRun[] = []
  for (const { kind, text } of runs) {
    const last = result.at(-1)
    if (last?.kind === kind) result[result.length - 1] = { kind, text: last.text + text }
    else result.push({ kind, text })
  }
  return result
}
