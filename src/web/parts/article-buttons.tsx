import type { Article } from '../api-types.ts'
import { usePage, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

/** What can be done with an article where it is listed. */
export function ArticleButtons({ article, votes = false }: { readonly article: Article; readonly votes?: boolean }) {
  const { actions, states } = usePage()
  const t = useTexts().article
  const { read, saved, vote } = states.of(article).value
  return (
    <p class="buttons">
      <button
        type="button"
        aria-pressed={saved}
        title={saved ? t.unsave : t.save}
        onClick={() => actions.setSaved(article, !saved)}
      >
        <Icon name="star" isFilled={saved} />
        <span class="unseen">{t.save}</span>
      </button>
      <button
        type="button"
        aria-pressed={read}
        title={read ? t.markUnread : t.markRead}
        onClick={() => actions.setRead(article, !read)}
      >
        <Icon name="check" isFilled={false} />
        <span class="unseen">{t.markRead}</span>
      </button>
      {votes && (
        <>
          <button
            type="button"
            aria-pressed={vote === 1}
            title={t.more}
            onClick={() => actions.vote(article, vote === 1 ? 0 : 1)}
          >
            <Icon name="more" />
            <span class="unseen">{t.more}</span>
          </button>
          <button
            type="button"
            aria-pressed={vote === -1}
            title={t.less}
            onClick={() => actions.vote(article, vote === -1 ? 0 : -1)}
          >
            <Icon name="less" />
            <span class="unseen">{t.less}</span>
          </button>
        </>
      )}
      {article.url !== null && (
        <a href={article.url} target="_blank" rel="noopener noreferrer" title={t.original}>
          <Icon name="out" />
          <span class="unseen">{t.original}</span>
        </a>
      )}
    </p>
  )
}
