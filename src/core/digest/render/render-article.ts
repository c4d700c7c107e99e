import type { Article } from '../../domain/article.ts'
import { langOf } from './lang-of.ts'
import { hourNear, longDay } from './local-time.ts'
import { html, markupText } from './markup.ts'
import { page } from './page.ts'
import { wordsIn } from './words.ts'

/** One article as a page of plain text, with its source and when it was published. */
export function renderArticle(article: Article, zone: string): string {
  const { title, sourceName, author, published, language, text } = article
  const when = `${longDay(published, zone, 'en')}, ${hourNear(published, published, zone, 'en')}`
  const paragraphs = (text ?? '').split(/\n+/).filter((line) => line.trim() !== '')
  return markupText(
    page(
      title,
      html`<article class="story lead" lang="${langOf(language, title)}">
<p class="facts"><bdi>${[sourceName, ...(author === null ? [] : [author]), when].join(' · ')}</bdi></p>
${paragraphs.map((line) => html`<p class="summary" dir="auto">${line}</p>\n`)}</article>
<p class="small"><a href="/">${wordsIn('en').latest}</a></p>`,
    ),
  )
}
