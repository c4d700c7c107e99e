import type { ShownArticle } from '../app/article-pages.ts'
import { safeUrl } from '../core/digest/render/safe-url.ts'
import { oneLine } from './fence.ts'
import type { ArticleData } from './shapes.ts'
import type { ToolRequest } from './tool.ts'

const [MOST_TITLE, MOST_NAME, MOST_URL] = [300, 100, 1_000]
/** The text of an article in a list. */
export const MOST_EXCERPT = 400

export const iso = (at: number): string => new Date(at).toISOString()
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** An address to be cited; one that is no address, or too long for an answer, is none. */
export function citedUrl(url: string | null): string | null {
  const safe = url === null ? null : safeUrl(url)
  return safe === null || safe.length > MOST_URL ? null : safe
}

/** One decimal tells as much. */
export const shortScore = (score: number | null): number | null => (score === null ? null : Math.round(score * 10) / 10)

/** A feed may declare anything. */
export const languageCode = (language: string | null): string | null =>
  language !== null && /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(language) ? language : null

/** Named lines, then a text; what is empty is left out. */
export const labelled = (lines: Readonly<Record<string, string | null>>, text = ''): string =>
  [
    ...Object.entries(lines).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
    ...(text === '' ? [] : ['', text]),
  ].join('\n')

/** Articles as answers have them: `textOf` gives what is told beside the title, already short enough. */
export async function articleData<Shown extends ShownArticle>(
  { own, fence }: ToolRequest,
  shown: readonly Shown[],
  textOf: (one: Shown) => { readonly text: string; readonly lines?: Readonly<Record<string, string | null>> },
): Promise<ArticleData[]> {
  const tiers = await own.articles.tiers(shown.map(({ article }) => article))
  return shown.map((one, at) => {
    const { article, story, score, state } = one
    const url = citedUrl(article.url)
    const { text, lines = {} } = textOf(one)
    const named = {
      Title: oneLine(article.title, MOST_TITLE),
      Source: sourceOf(article),
      By: article.author && oneLine(article.author, MOST_NAME),
      ...lines,
    }
    return {
      id: article.id,
      url,
      site: url === null ? null : new URL(url).host || null,
      publishedAt: iso(article.published),
      dateUncertain: article.dateUncertain,
      tier: tiers[at]!,
      language: languageCode(article.language),
      score: shortScore(score),
      story: story?.key ?? null,
      read: state?.readAt != null,
      saved: state?.savedAt != null,
      untrusted: fence.around(labelled(named, text)),
    }
  })
}

function sourceOf({ sourceName, publisher }: ShownArticle['article']): string {
  const from = publisher === null || publisher === sourceName ? '' : `, from ${oneLine(publisher, MOST_NAME)}`
  return oneLine(sourceName, MOST_NAME) + from
}

/** The start of what an article says. */
export const excerptOf = ({ article }: ShownArticle): { readonly text: string } => ({
  text: oneLine(article.description ?? '', MOST_EXCERPT),
})
