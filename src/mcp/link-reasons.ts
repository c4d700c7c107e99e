import { z } from 'zod'
import type { ExplainedLink } from '../app/explain-story.ts'
import { evidenceText, linkText } from '../app/reason-words.ts'
import { id } from './shapes.ts'

/** Why something is as it is: one finding. All words are ours. */
export const reason = z.strictObject({
  of: z.string().describe('What it is about'),
  words: z.string(),
  article: id.nullable().describe('The other article, where the finding is about two'),
})

export type Reason = z.input<typeof reason>

/** The links of an article as reasons, those that hold it in its story first. */
export function linkReasons(links: readonly ExplainedLink[], most: number): Reason[] {
  const sorted = [...links.filter(({ holds }) => holds), ...links.filter(({ holds }) => !holds)]
  return sorted.slice(0, most).map((link) => {
    const evidence = link.evidence === null ? '' : `; ${evidenceText(link.evidence)}`
    const of = link.holds ? 'link that holds it in its story' : 'link that was too weak'
    return { of, words: linkText(link) + evidence, article: link.to?.id ?? null }
  })
}
