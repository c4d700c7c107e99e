import type { DigestArticle, DigestItem } from '../../domain/digest.ts'
import { hourNear } from './local-time.ts'
import type { RenderContext } from './render-context.ts'

/** What was corrected, a sentence each, and the article that has it now. */
export interface CorrectionLine {
  readonly text: string
  readonly article: DigestArticle
}

export function correctionLines({ digest, language, words }: RenderContext): CorrectionLine[] {
  return (digest.corrections ?? []).map(({ what, figure, was, now, carried, article }) => {
    const when = hourNear(carried.at, digest.at, digest.zone, language)
    const stated = (value: string) => (figure === undefined ? value : words.figure[figure](grouped(value)))
    const say = what === 'figure' ? words.corrected : words.correctedHeadline
    return {
      text: `${words.correction}${words.colon}${say(when, stated(was), article.sourceName, stated(now))}`,
      article,
    }
  })
}

/** "Newsrooms differ: 15 dead (A, 10:15) · 17 dead (B, 09:40)"; null where they agree. */
export function differingLine(
  { differing = [] }: DigestItem,
  { digest, language, words }: RenderContext,
): string | null {
  if (differing.length === 0) return null
  const stated = differing.map(({ kind, value, sourceName, published }) => {
    const when = hourNear(published, digest.at, digest.zone, language)
    return `${words.figure[kind](grouped(value))} (${sourceName}, ${when})`
  })
  return `${words.differ}${words.colon}${stated.join(' · ')}`
}

/** 12500 as "12,500". */
const grouped = (value: string): string => (/^\d{4,}$/.test(value) ? value.replace(/\B(?=(?:\d{3})+$)/g, ',') : value)
