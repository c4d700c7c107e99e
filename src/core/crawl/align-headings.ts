import { squeeze } from './fold.ts'
import type { PageHeading } from './read-page.ts'

/** One or more lines that form one heading, or one line that is not a heading. */
export interface AlignedLine {
  readonly text: string
  readonly level: number
  readonly exact: boolean
}

/** Headings by their text without blanks, sorted, so that binary search finds those with a common prefix. */
interface HeadingIndex {
  readonly keys: readonly string[]
  readonly headings: ReadonlyMap<string, PageHeading>
  readonly firstUnits: ReadonlySet<string>
}

const mostLines = 12

/**
 * Finds the headings in the lines of the text. Headings arrive sorted by level and without their inner blanks, so they
 * are compared by letters: "Foo" and "bar" on two lines are the heading "Foobar".
 */
export function alignHeadings(lines: readonly string[], headings: readonly PageHeading[]): AlignedLine[] {
  const index = indexHeadings(headings)
  const aligned: AlignedLine[] = []
  for (let at = 0; at < lines.length; ) {
    const match = index.firstUnits.has(lines[at]![0]!) ? longestMatch(lines, at, index) : null
    if (match === null) aligned.push({ text: lines[at]!, level: 0, exact: true })
    else aligned.push(toLine(lines.slice(at, at + match.count), match.heading))
    at += match?.count ?? 1
  }
  return aligned
}

/** When two levels have the same text, the headline's level is kept. */
function indexHeadings(all: readonly PageHeading[]): HeadingIndex {
  const headings = new Map<string, PageHeading>()
  for (const heading of all) {
    const key = squeeze(heading.text)
    const before = headings.get(key)
    if (key !== '' && (before === undefined || rank(heading) < rank(before))) headings.set(key, heading)
  }
  const keys = [...headings.keys()].sort()
  return { keys, headings, firstUnits: new Set(keys.map((key) => key[0]!)) }
}

const rank = ({ level }: PageHeading): number => (level === 2 ? 0 : level)

/** Extends the match line by line as long as some heading begins with the lines so far. */
function longestMatch(lines: readonly string[], at: number, { keys, headings }: HeadingIndex) {
  let match: { readonly heading: PageHeading; readonly count: number } | null = null
  let text = ''
  for (let count = 1; count <= mostLines && at + count <= lines.length; count += 1) {
    text += squeeze(lines[at + count - 1]!)
    const heading = headings.get(text)
    if (heading !== undefined) match = { heading, count }
    const next = keys[firstFrom(keys, text)]
    if (next === undefined || !next.startsWith(text)) break
  }
  return match
}

function firstFrom(keys: readonly string[], text: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (keys[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}

function toLine(parts: readonly string[], heading: PageHeading): AlignedLine {
  const spoken = heading.text.replace(/\s+/g, ' ').trim()
  if (parts.join(' ') === spoken) return { text: spoken, level: heading.level, exact: true }
  const text = joinParts(parts)
  return { text, level: heading.level, exact: text === spoken }
}

const noSpaceBefore = /^[,.;:!?%)\]}’'”»|｜、。，！？：；]/u
const noSpaceAfter = /[([{“«‘|｜]$/u
const joined = /[\u3040-\u30ff\u3400-\u9fff\u3000-\u303f\uff00-\uffef]/u

/** Joins lines with a blank, but not before a comma nor between characters that take none. */
function joinParts(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    const tight =
      noSpaceBefore.test(part) || noSpaceAfter.test(text) || (joined.test(text.at(-1)!) && joined.test(part[0]!))
    return tight ? text + part : `${text} ${part}`
  })
}
