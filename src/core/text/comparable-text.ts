import { withoutElisions } from './elisions.ts'
import { mendMojibake } from './mend-mojibake.ts'
import { writtenLanguage } from './written-language.ts'

/** As much of an article as it is compared by. */
export interface ArticleText {
  readonly title: string
  readonly text: string | null
  readonly language: string | null
}

const ADDRESS = /https?:\/\/\S+/g

/** An article as it is compared: text read wrongly is mended, addresses and elided articles of the text are left out, and the script has a say in the language. */
export function comparableText<T extends ArticleText>(article: T): T {
  const title = mendMojibake(article.title)
  const text = article.text === null ? null : mendMojibake(article.text).replace(ADDRESS, ' ')
  const language = writtenLanguage(article.language, `${title} ${text?.slice(0, 300) ?? ''}`)
  return { ...article, title, text: text === null ? null : withoutElisions(text, language), language }
}
