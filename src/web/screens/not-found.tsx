import { useTexts } from '../page.ts'

export function NotFoundScreen() {
  const t = useTexts()
  return (
    <div class="empty">
      <h1>{t.problems.notFound}</h1>
      <p>
        <a href="/">{t.nav.today}</a>
      </p>
    </div>
  )
}
