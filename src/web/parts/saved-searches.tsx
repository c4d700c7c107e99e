import { useState } from 'preact/hooks'
import type { addSavedSearch, listSavedSearches } from '../../http/contract/search.ts'
import { pathOf, send } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'

const PATH = '/saved-searches'

type SavedSearch = Answer<typeof listSavedSearches>['items'][number]

/** The searches that the reader keeps, and the one on the screen, ready to be kept. */
export function SavedSearches({ words }: { readonly words: string }) {
  const t = useTexts().search
  const { data } = useData<typeof listSavedSearches>(PATH)
  const kept = data?.items ?? []
  const isKept = kept.some(({ query }) => query === words.trim())
  return (
    <section class="section" aria-labelledby="saved-searches">
      <h2 id="saved-searches">{t.savedSearches}</h2>
      {words.trim() !== '' && !isKept && <KeepSearch words={words} />}
      {data !== null && kept.length === 0 && words.trim() === '' && <p class="facts">{t.none}</p>}
      <ul class="plain">
        {kept.map((one) => (
          <SavedSearchLine key={one.id} search={one} />
        ))}
      </ul>
      {kept.length > 0 && (
        <p class="facts">
          <a href="/settings#feeds-out">{t.asFeeds}</a>
        </p>
      )}
    </section>
  )
}

function KeepSearch({ words }: { readonly words: string }) {
  const { actions, call, data } = usePage()
  const t = useTexts()
  const [name, setName] = useState(words)
  async function keep(): Promise<void> {
    const body = { name: name.trim() || words, query: words.trim(), asTab: false }
    await actions.attempt(() => send<typeof addSavedSearch>(call, 'POST', PATH, body), t.notices.saved)
    data.invalidate(PATH)
  }
  return (
    <p class="row">
      <label>
        {t.search.name}{' '}
        <input value={name} maxLength={200} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <button type="button" onClick={() => void keep()}>
        {t.search.save}
      </button>
    </p>
  )
}

function SavedSearchLine({ search }: { readonly search: SavedSearch }) {
  const { actions, call, data } = usePage()
  const t = useTexts()
  const change = async (work: () => Promise<unknown>, done: string) => {
    await actions.attempt(work, done)
    data.invalidate(PATH)
    data.invalidate('/tabs')
  }
  const path = `${PATH}/${search.id}`
  return (
    <li class="row">
      <a href={pathOf('/search', { q: search.query })} dir="auto">
        {search.name}
      </a>
      <label>
        <input
          type="checkbox"
          checked={search.asTab}
          onChange={({ currentTarget }) =>
            void change(() => call('PATCH', path, { asTab: currentTarget.checked }), t.notices.saved)
          }
        />{' '}
        {t.search.asTab}
      </label>
      <button type="button" onClick={() => void change(() => call('DELETE', path), t.notices.removed)}>
        {t.search.remove}
      </button>
    </li>
  )
}
