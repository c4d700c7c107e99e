import type { Article } from '../api-types.ts'
import { ArticleFacts } from './article-line.tsx'

/** Articles that a rule touches, briefly. */
export const Examples = ({ articles }: { readonly articles: readonly Article[] }) => (
  <ul class="plain examples">
    {articles.map((article) => (
      <li key={article.id}>
        <a href={`/articles/${article.id}`} dir="auto" lang={article.language ?? undefined}>
          {article.title}
        </a>
        <ArticleFacts article={article} />
      </li>
    ))}
  </ul>
)
