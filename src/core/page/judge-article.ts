import type { PageProblem } from '../domain/full-text.ts'
import { toPlainText } from '../text/sanitize-html.ts'
import { hasPaywallSign, isConsentAddress, isConsentText } from './wall-signs.ts'

/** What a page gave, to be compared with what the feed gave. */
export interface JudgedPage {
  /** The address of the article, and the one that answered. */
  readonly asked: string
  readonly url: string
  /** The text of the whole page. */
  readonly pageText: string
  /** Whether the page's own metadata say that not everybody may read the article. */
  readonly isClosed: boolean
  /** The article that was found; empty when none was. */
  readonly html: string
  readonly text: string
  readonly wordCount: number
  readonly feedWordCount: number
}

/** A shorter text is a caption, an error message or the notice of a player. */
const LEAST_WORDS = 40
/** A text with a paywall's or consent page's phrases that is longer than this is an article about these. */
const WALL_WORDS = 300
/** What else stands on a page may ask for subscribers too: it counts where next to nothing of the article is there. */
const STUB_WORDS = 120
/** More of a text than this in links: a list of articles, not an article. */
const MOST_LINKED = 0.5

/** Why what was found is not the article, or no better than what the feed gave; null when it is good. */
export function judgeArticle(page: JudgedPage): PageProblem | null {
  const { wordCount } = page
  if (isConsentAddress(page.url)) return 'consent'
  if (isFrontPage(page)) return 'frontPage'
  if (wordCount < WALL_WORDS && isConsentText(page.pageText) && isConsentText(page.text || page.pageText))
    return 'consent'
  if (isBehindPaywall(page)) return 'paywall'
  if (wordCount === 0) return 'noArticle'
  if (wordCount < LEAST_WORDS) return 'tooShort'
  if (linkedShare(page) > MOST_LINKED) return 'mostlyLinks'
  return wordCount <= page.feedWordCount ? 'notMore' : null
}

function isBehindPaywall({ wordCount, isClosed, text, pageText }: JudgedPage): boolean {
  if (wordCount >= WALL_WORDS) return false
  return isClosed || hasPaywallSign(text) || (wordCount < STUB_WORDS && hasPaywallSign(pageText))
}

/** Many sites redirect from articles they deleted to their front page. */
function isFrontPage({ asked, url }: JudgedPage): boolean {
  const [from, to] = [new URL(asked), new URL(url)]
  return isRoot(to) && !isRoot(from)
}

const isRoot = ({ pathname, search }: URL): boolean =>
  search === '' && /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(pathname)

const LINK = /<a\b[^>]*>([\s\S]*?)<\/a>/g

function linkedShare({ html, text }: JudgedPage): number {
  let linked = 0
  for (const [, inner] of html.matchAll(LINK)) linked += toPlainText(inner!).length
  return linked / text.length
}
