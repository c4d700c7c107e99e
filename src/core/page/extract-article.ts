import { Readability } from '@mozilla/readability'
import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { parseUrl } from '../text/resolve-url.ts'

/** The main part of a page: HTML of the publisher, not yet safe. */
export interface ExtractedArticle {
  readonly title: string | null
  readonly html: string
  /** What relative addresses in it are relative to. */
  readonly base: string
}

/**
 * Readability compares elements with their ancestors over and over: a thousand nested elements take 40 seconds, three hundred a
 * fifth of one. Pages of articles have about thirty levels and two thousand elements.
 */
const MOST_LEVELS = 256
const MOST_ELEMENTS = 20_000

/** Finds the article of a page with Mozilla's Readability, as the reader view of Firefox does; null when there is none. */
export function extractArticle(html: string, url: string): ExtractedArticle | 'tooComplex' | null {
  if (!isModest(html)) return 'tooComplex'
  const { document } = parseHTML(html)
  // What is no page has no root; Readability takes documents only.
  if (document.documentElement == null) return null
  const base = parseUrl(document.querySelector('base')?.getAttribute('href') ?? '', url)?.href ?? url
  const found = new Readability(document as never, { maxElemsToParse: MOST_ELEMENTS }).parse()
  if (!found?.content) return null
  return { title: found.title?.trim() || null, html: found.content, base }
}

/** Whether a page has no more elements, and no deeper ones, than can be read in reasonable time. */
function isModest(html: string): boolean {
  let level = 0
  let elements = 0
  let isWithin = true
  const parser = new Parser({
    onopentag() {
      isWithin &&= ++level <= MOST_LEVELS && ++elements <= MOST_ELEMENTS
    },
    onclosetag() {
      level--
    },
  })
  // In pieces: the parser itself is slow where elements are nested without end.
  for (let at = 0; at < html.length && isWithin; at += PIECE) parser.write(html.slice(at, at + PIECE))
  return isWithin
}

const PIECE = 16_384
