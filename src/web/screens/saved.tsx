import { API, pathOf } from '../api.ts'
import { useTexts } from '../page.ts'
import { ArticleList } from '../parts/article-list.tsx'

export const SAVED_PATH = pathOf('/articles', { saved: true })

/** What the reader keeps, whether read or not. */
export function SavedScreen() {
  const t = useTexts()
  return (
    <>
      <header class="headline-bar">
        <h1>{t.nav.saved}</h1>
        <p class="facts">
          <a href={`${API}/articles/starred.json`} data-server download="starred.json">
            {t.lists.exportSaved}
          </a>
        </p>
      </header>
      <ArticleList path={SAVED_PATH} isStories={false} toMark={null} nothing={t.lists.nothingSaved} />
    </>
  )
}
