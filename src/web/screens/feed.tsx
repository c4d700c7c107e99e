import { useTexts } from '../page.ts'

/** Placeholder head; filled in by the commits that follow. */
export function FeedScreen() {
  const t = useTexts().feeds
  return (
    <header class="headline-bar">
      <h1>{t.title}</h1>
    </header>
  )
}
