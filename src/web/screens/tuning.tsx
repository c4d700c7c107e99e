import { useTexts } from '../page.ts'

/** Placeholder head; filled in by the commits that follow. */
export function TuningScreen() {
  const t = useTexts().tuning
  return (
    <header class="headline-bar">
      <h1>{t.title}</h1>
    </header>
  )
}
