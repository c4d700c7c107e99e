import { pathOf } from '../api.ts'
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
      </header>
      <ArticleList path={SAVED_PATH} isStories={false} toMark={null} nothing={t.lists.nothingSaved} />
    </>
  )
}
