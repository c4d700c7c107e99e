import type { PageRequest, ReadPage } from './domain/full-text.ts'
import { refusedPage } from './page/problem-words.ts'
import { readPage } from './page/read-page.ts'
import { decode } from './parse/decode.ts'

/** Turns the bytes of a web page into the article on it: decode, extract, sanitise, judge. Pure, so a worker thread can run it. */
export function preparePage({ body, contentType, ...request }: PageRequest): ReadPage {
  if (!isPage(contentType)) return refusedPage('notAPage', kindOf(contentType))
  try {
    return readPage(decode(body, { contentType }).text, request)
  } catch {
    // Neither the document nor Readability is made for any input: what they cannot read is no article.
    return refusedPage('tooComplex')
  }
}

const kindOf = (contentType: string | null): string | null => contentType?.split(';')[0]?.trim().toLowerCase() || null

/** Many servers send no type at all. */
function isPage(contentType: string | null): boolean {
  const kind = kindOf(contentType)
  return kind === null || kind === 'text/html' || kind === 'application/xhtml+xml'
}
