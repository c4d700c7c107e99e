import { squeeze } from './fold.ts'
import type { PageHeading } from './read-page.ts'

/** One or more lines of the text that are one heading, or one line that is none. */
export interface AlignedLine {
  readonly text: string
  readonly level: number
  readonly exact: boolean
}

interface Candidate {
  readonly heading: PageHeading
  readonly key: string
}

const mostLines = 12

/**
 * Headings arrive sorted by level and with their inner blanks lost, so they are found again in the text by their
 * letters: "Foo" and "bar" on two lines are the heading "Foobar".
 */
export function alignHeadings(lines: readonly string[], headings: readonly PageHeading[]): AlignedLine[] {
  const candidates = byFirstUnit(headings)
  const aligned: AlignedLine[] = []
  for (let at = 0; at < lines.length; ) {
    const match = matchAt(lines, at, candidates)
    if (match === null) aligned.push({ text: lines[at]!, level: 0, exact: true })
    else aligned.push(toLine(lines.slice(at, at + match.count), match.heading))
    at += match?.count ?? 1
  }
  return aligned
}

/** Longest first; of two levels with one text, the headline's. */
function byFirstUnit(headings: readonly PageHeading[]): ReadonlyMap<string, readonly Candidate[]> {
  const candidates = new Map<string, Candidate[]>()
  for (const heading of headings) {
    const key = squeeze(heading.text)
    if (key === '') continue
    const list = candidates.get(key[0]!)
    if (list === undefined) candidates.set(key[0]!, [{ heading, key }])
    else list.push({ heading, key })
  }
  for (const list of candidates.values()) list.sort((a, b) => b.key.length - a.key.length || rank(a) - rank(b))
  return candidates
}

const rank = ({ heading }: Candidate): number => (heading.level === 2 ? 0 : heading.level)

function matchAt(
  lines: readonly string[],
  at: number,
  candidates: ReadonlyMap<string, readonly Candidate[]>,
): { readonly heading: PageHeading; readonly count: number } | null {
  const list = candidates.get(lines[at]![0]!)
  if (list === undefined) return null
  const first = squeeze(lines[at]!)
  for (const { heading, key } of list) {
    if (!key.startsWith(first)) continue
    const count = linesOf(key, first, lines, at)
    if (count > 0) return { heading, count }
  }
  return null
}

function linesOf(key: string, first: string, lines: readonly string[], at: number): number {
  let length = first.length
  let count = 1
  while (length < key.length && count < mostLines && at + count < lines.length) {
    const next = squeeze(lines[at + count]!)
    if (!key.startsWith(next, length)) return 0
    length += next.length
    count += 1
  }
  return length === key.length ? count : 0
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

/** Puts back the blank a line break stands for, but not before a comma nor between characters that take none. */
function joinParts(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    const tight =
      noSpaceBefore.test(part) || noSpaceAfter.test(text) || (joined.test(text.at(-1)!) && joined.test(part[0]!))
    return tight ? text + part : `${text} ${part}`
  })
}
