import { useTexts } from '../page.ts'
import { Interests } from '../parts/interests.tsx'
import { Rules } from '../parts/rules.tsx'

/** What decides about importance besides the news itself: what was learned, and rules. */
export function TuningScreen() {
  const t = useTexts().tuning
  return (
    <div class="settings">
      <header class="headline-bar">
        <h1>{t.title}</h1>
      </header>
      <Interests />
      <Rules />
    </div>
  )
}
