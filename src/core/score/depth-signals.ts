import type { Article } from '../domain/article.ts'
import type { ScoreInputs } from '../domain/score.ts'
import { registrableDomain } from '../text/registrable-domain.ts'
import { hasData } from './has-data.ts'

/** Signs of depth in an article's text; read once, cached by key and content hash. */
export type DepthSignals = Pick<ScoreInputs, 'hasData' | 'hasList' | 'hasReference'>

const LEAST_ITEMS = 3
const TAG = /<(\/?)(ul|ol|li|table|tr)\b/g
const BULLET = /^\s*(?:[-*•·・●■▪‣–—]|\(?\d{1,2}[.)、])\s*\S/u
const HREF = /<a\s[^>]*?\bhref="([^"]+)"/g
const BARE_URL = /https?:\/\/[^\s<>"'，。、）)\]]+/gu

/** Share buttons are not references. */
const SHARE =
  /^https?:\/\/(?:www\.)?(?:facebook\.com\/(?:sharer|share|dialog)|(?:twitter|x)\.com\/(?:intent|share)|t\.me\/share|linkedin\.com\/share|pinterest\.[a-z.]+\/pin\/create|reddit\.com\/submit|wa\.me|api\.whatsapp\.com|(?:social-plugins\.)?line\.me|feeds\.feedburner\.com|feedads\.|feedproxy\.)/i

/** Reads text and body once. */
export function depthSignals({ url, text, body }: Pick<Article, 'url' | 'text' | 'body'>): DepthSignals {
  return {
    hasData: hasData(text ?? ''),
    hasList: body === null ? hasListedLines(text ?? '') : hasListedItems(body),
    hasReference: hasReference(url, body, text ?? ''),
  }
}

/** Counts items list by list: three lists of one item are not a list. Most texts have no item at all, which is found out faster. */
function hasListedItems(html: string): boolean {
  if (!html.includes('<li') && !html.includes('<tr')) return false
  const open: number[] = []
  for (const [, closing, name] of html.matchAll(TAG)) {
    const holds = name !== 'li' && name !== 'tr'
    if (holds && closing) open.pop()
    else if (holds) open.push(0)
    else if (!closing && open.length > 0 && ++open[open.length - 1]! >= LEAST_ITEMS) return true
  }
  return false
}

function hasListedLines(text: string): boolean {
  let run = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    run = BULLET.test(line) ? run + 1 : 0
    if (run >= LEAST_ITEMS) return true
  }
  return false
}

function hasReference(url: string | null, body: string | null, text: string): boolean {
  if (!(body === null ? text.includes('://') : body.includes('href="'))) return false
  const own = url === null ? null : registrableDomain(url)
  const links = body === null ? text.matchAll(BARE_URL) : body.matchAll(HREF)
  for (const [whole, href] of links) {
    const link = href ?? whole
    if (!/^https?:/i.test(link) || SHARE.test(link)) continue
    const domain = registrableDomain(link)
    if (domain !== null && domain !== own) return true
  }
  return false
}
