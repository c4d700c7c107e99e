import type { ComponentChildren } from 'preact'
import type { Article } from '../api-types.ts'
import { usePage } from '../page.ts'
import { SETTINGS_PATH, type Settings } from '../settings.ts'

/** Leads to the text of an article: here, or at its publisher where the reader prefers that. */
export function ArticleLink({
  article,
  children,
}: {
  readonly article: Article
  readonly children: ComponentChildren
}) {
  const { actions, data } = usePage()
  const opensOriginal = data.get<Settings>(SETTINGS_PATH).value.data?.openOriginal === true
  if (!opensOriginal || article.url === null) return <a href={`/articles/${article.id}`}>{children}</a>
  return (
    <a href={article.url} target="_blank" rel="noopener noreferrer" onClick={() => actions.open(article)}>
      {children}
    </a>
  )
}
