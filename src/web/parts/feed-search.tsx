import { useEffect, useRef, useState } from 'preact/hooks'
import { pathOf } from '../api.ts'
import { usePage, useTexts } from '../page.ts'

const STATES = ['unhealthy', 'dead', 'slow', 'flooding', 'dormant', 'moved', 'new', 'healthy'] as const

/** Typing is over when nothing was typed for so long. */
const PAUSE_MS = 300

/** Finds feeds among many, while one types. The form works without script: its address is the search. */
export function FeedSearch() {
  const { location } = usePage()
  const t = useTexts().feeds
  const { query } = location.place.value
  const searched = query.get('q') ?? ''
  const state = query.get('state') ?? ''
  const [typed, setTyped] = useState(searched)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => setTyped(searched), [searched])
  useEffect(() => () => clearTimeout(timer.current), [])
  const go = (change: { q?: string; state?: string }) => {
    clearTimeout(timer.current)
    const wanted = { tab: query.get('tab'), q: typed.trim(), state, ...change }
    location.go(pathOf('/feeds', wanted), { replaces: true, keepsPosition: true })
  }
  return (
    <search>
      <form
        class="search-form feed-search"
        action="/feeds"
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          go({})
        }}
      >
        <label for="q" class="unseen">
          {t.search}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={typed}
          maxLength={200}
          placeholder={t.search}
          title={t.searchHint}
          enterkeyhint="search"
          onInput={({ currentTarget: { value } }) => {
            setTyped(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => go({ q: value.trim() }), PAUSE_MS)
          }}
        />
        <label>
          <span class="unseen">{t.stateLabel}</span>
          <select name="state" value={state} onChange={({ currentTarget }) => go({ state: currentTarget.value })}>
            <option value="">{t.anyState}</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {t.stateGroups[one]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">{t.find}</button>
      </form>
    </search>
  )
}
