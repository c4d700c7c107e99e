import { withoutElisions } from './elisions.ts'
import { mendMojibake } from './mend-mojibake.ts'
import { writtenLanguage } from './written-language.ts'

/** The fields of an article that comparison uses. */
export interface ArticleText {
  readonly title: string
  readonly text: string | null
  readonly language: string | null
}

const ADDRESS = /https?:\/\/\S+/g

/**
 * An article prepared for comparison: mojibake repaired, addresses and elided articles removed from the text, and the
 * language checked against the script.
 */
export function comparableText<T extends ArticleText>(article: T): T {
  const title = mendMojibake(article.title)
  const text = article.text === null ? null : mendMojibake(article.text).replace(ADDRESS, ' ')
  const language = writtenLanguage(article.language, `${title} ${text?.slice(0, 300) ?? ''}`)
  return { ...article, title, text: text === null ? null : withoutElisions(text, language), language }
}
