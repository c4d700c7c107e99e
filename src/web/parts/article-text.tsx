import { useState } from 'preact/hooks'
import type { WholeArticle } from '../api-types.ts'
import { usePage, useTexts } from '../page.ts'
import { Time } from './time.tsx'

/** The text as the feed gave it, or whole as its publisher's page has it. Both are made safe by the server. */
export function ArticleText({ article }: { readonly article: WholeArticle }) {
  const { actions, call, data } = usePage()
  const t = useTexts().article
  const [isLoading, setLoading] = useState(false)
  const [wantsFeed, setWantsFeed] = useState(false)
  const { fullText, fullTextProblem } = article
  const shown = fullText !== null && !wantsFeed ? fullText.html : article.html
  async function load(): Promise<void> {
    setLoading(true)
    await actions.attempt(() => call('PUT', `/articles/${article.id}/full-text`))
    await data.reload(`/articles/${article.id}`)
    setLoading(false)
  }
  return (
    <>
      {shown.trim() === '' ? (
        <p class="empty">{article.description ?? t.noText}</p>
      ) : (
        <div
          class="prose"
          dir="auto"
          lang={article.language ?? undefined}
          // The server has one sanitiser; nothing else gets into this place.
          dangerouslySetInnerHTML={{ __html: shown }}
        />
      )}
      <p class="facts full-text">
        {fullText !== null && (
          <>
            {t.fullTextFrom} <Time at={fullText.fetchedAt} /> ·{' '}
            <button type="button" class="link" onClick={() => setWantsFeed(!wantsFeed)}>
              {wantsFeed ? t.showFull : t.feedText}
            </button>
          </>
        )}
        {fullText === null && article.url !== null && (
          <>
            {article.partialContent && `${t.partial} `}
            <button type="button" data-key="f" disabled={isLoading} onClick={() => void load()}>
              {isLoading ? t.fullTextLoading : t.fullText}
            </button>
          </>
        )}
        {fullTextProblem !== null && fullText === null && (
          <span role="status"> {t.fullTextProblems[fullTextProblem.code] ?? fullTextProblem.message}</span>
        )}
      </p>
    </>
  )
}
