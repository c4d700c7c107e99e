import type { SearchTerm } from './search-query.ts'
import { type SearchToken, searchTokens } from './search-tokens.ts'

/** A piece of text, and whether it is a hit. */
export interface SnippetPiece {
  readonly text: string
  readonly hit: boolean
}

interface Hit {
  readonly start: number
  readonly end: number
  readonly term: number
}

const LEAD = 40
const MOST_HITS = 200
const MOST_TOKENS = 10_000

/** The part of a text with the most different terms, hits marked; null when it has none. */
export function snippet(text: string, terms: readonly SearchTerm[], length: number): readonly SnippetPiece[] | null {
  const plain = text.normalize('NFC')
  const hits = hitsIn(searchTokens(plain, MOST_TOKENS), terms)
  const first = bestStart(hits, length - LEAD)
  if (first === null) return null
  const from = wordStart(plain, Math.max(0, first.start - LEAD), first.start)
  const to = Math.max(first.end, wordEnd(plain, Math.min(plain.length, from + length)))
  const shown = hits.filter((hit) => hit.start >= from && hit.end <= to)
  return pieces(plain, from, to, shown)
}

/** All hits of all terms, in text order. */
function hitsIn(tokens: readonly SearchToken[], terms: readonly SearchTerm[]): Hit[] {
  const hits: Hit[] = []
  for (let at = 0; at < tokens.length && hits.length < MOST_HITS; at++) {
    for (const [term, { tokens: wanted, prefix }] of terms.entries()) {
      if (!standsAt(tokens, at, wanted, prefix)) continue
      const last = tokens[at + wanted.length - 1]!
      const lone = prefix && Array.from(wanted.at(-1)!).length === 1
      hits.push({ start: tokens[at]!.start, end: lone ? last.start + wanted.at(-1)!.length : last.end, term })
    }
  }
  return hits
}

function standsAt(tokens: readonly SearchToken[], at: number, wanted: readonly string[], prefix: boolean): boolean {
  if (at + wanted.length > tokens.length) return false
  return wanted.every((token, i) => {
    const here = tokens[at + i]!.token
    return prefix && i === wanted.length - 1 ? here.startsWith(token) : here === token
  })
}

/** The hit from which most different terms are in reach; the earliest of equals. */
function bestStart(hits: readonly Hit[], reach: number): Hit | null {
  let best: Hit | null = null
  let most = 0
  for (const [i, hit] of hits.entries()) {
    const seen = new Set<number>()
    for (let j = i; j < hits.length && hits[j]!.end <= hit.start + reach; j++) seen.add(hits[j]!.term)
    if (best === null || seen.size > most) {
      best = hit
      most = seen.size
    }
  }
  return best
}

/** Moves to a word start where there are word boundaries, and never between the halves of a character. */
function wordStart(text: string, from: number, latest: number): number {
  if (from === 0) return 0
  const blank = text.indexOf(' ', from)
  return blank !== -1 && blank < latest ? blank + 1 : whole(text, from)
}

function wordEnd(text: string, to: number): number {
  if (to === text.length) return to
  const blank = text.lastIndexOf(' ', to)
  return blank > to - LEAD ? blank : whole(text, to)
}

const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)

function pieces(text: string, from: number, to: number, hits: readonly Hit[]): SnippetPiece[] {
  const list: SnippetPiece[] = []
  const add = (piece: string, hit: boolean) => {
    if (piece !== '') list.push({ text: piece.replace(/\s+/g, ' '), hit })
  }
  if (from > 0) add('…', false)
  let at = from
  for (const { start, end } of hits) {
    if (end <= at) continue
    add(text.slice(at, Math.max(at, start)), false)
    add(text.slice(Math.max(at, start), end), true)
    at = end
  }
  add(text.slice(at, to), false)
  if (to < text.length) add('…', false)
  return list
}
