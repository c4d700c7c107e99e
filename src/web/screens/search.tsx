import { useRef } from 'preact/hooks'
import type { search } from '../../http/contract/search.ts'
import { pathOf } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ArticleLine } from '../parts/article-line.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { SavedSearches } from '../parts/saved-searches.tsx'

export const searchPath = (query: URLSearchParams): string | null => {
  const words = query.get('q')?.trim() ?? ''
  return words === '' ? null : pathOf('/search', { q: words, cursor: query.get('cursor') })
}

/** Everything that is stored, by words. The form works without script: its address is the search. */
export function SearchScreen() {
  const { location } = usePage()
  const t = useTexts().search
  const { query } = location.place.value
  const words = query.get('q') ?? ''
  const input = useRef<HTMLInputElement>(null)
  const path = searchPath(query)
  return (
    <>
      <header class="headline-bar">
        <h1>{t.title}</h1>
        <p class="facts">
          <a href="#saved-searches">{t.savedSearches}</a>
        </p>
      </header>
      <search>
        <form
          class="search-form"
          action="/search"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            location.go(pathOf('/search', { q: input.current?.value ?? '' }))
          }}
        >
          <label for="q" class="unseen">
            {t.label}
          </label>
          <input
            id="q"
            name="q"
            type="search"
            value={words}
            ref={input}
            aria-describedby="search-hint"
            enterkeyhint="search"
          />
          <button type="submit">{t.go}</button>
          <p id="search-hint" class="facts">
            {t.hint}
          </p>
        </form>
      </search>
      {path !== null && <Found path={path} words={words} />}
      <SavedSearches words={words} />
    </>
  )
}

function Found({ path, words }: { readonly path: string; readonly words: string }) {
  const { data } = usePage()
  const t = useTexts()
  const found = useData<typeof search>(path)
  return (
    <section aria-label={t.search.title} class="list">
      <ShowLoaded of={found} retry={() => void data.reload(path)}>
        {({ items, next }: Answer<typeof search>) => (
          <>
            {items.length === 0 && <p class="empty">{t.search.nothing(words)}</p>}
            {items.map(({ article, snippet }) => (
              <ArticleLine key={article.id} article={article} snippet={snippet} level={2} />
            ))}
            {next !== null && (
              <p class="end">
                <a href={pathOf('/search', { q: words, cursor: next })}>{t.lists.loadMore}</a>
              </p>
            )}
          </>
        )}
      </ShowLoaded>
    </section>
  )
}
