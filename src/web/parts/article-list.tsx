import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { listArticles } from '../../http/contract/articles.ts'
import type { Answer } from '../api-types.ts'
import { nextPage, pagesOf } from '../list-pages.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ArticleLine } from './article-line.tsx'
import { ShowLoaded } from './loaded.tsx'

export interface ArticleListProps {
  /** Of the first page, in the API. */
  readonly path: string
  /** Whether each line stands for its story. */
  readonly isStories: boolean
  /** What names the whole list when it is marked as read; null where it cannot be. */
  readonly toMark: Readonly<Record<string, string | number | boolean>> | null
  readonly nothing: string
}

/** A list without end: pages are loaded as the reader comes near, and taken off the screen when they are far away. */
export function ArticleList({ path, isStories, toMark, nothing }: ArticleListProps) {
  const { lists } = usePage()
  const pages = useMemo(() => pagesOf(lists, path), [lists, path])
  const shown = pages.value
  const open = useCallback(
    (next: string) => {
      if (!pages.peek().includes(next)) pages.value = [...pages.peek(), next]
    },
    [pages],
  )
  const startOver = useCallback(() => {
    pages.value = [path]
  }, [pages, path])
  return (
    <div class="list">
      {shown.map((one, at) => (
        <ListPage
          key={one}
          path={one}
          first={path}
          isFirst={at === 0}
          isLast={at === shown.length - 1}
          isStories={isStories}
          toMark={toMark}
          nothing={nothing}
          open={open}
          startOver={startOver}
        />
      ))}
    </div>
  )
}

interface ListPageProps extends ArticleListProps {
  readonly first: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly open: (path: string) => void
  readonly startOver: () => void
}

/** How near, in pixels, a page of the list must be to be on the screen. */
const NEAR = '2500px 0px'

function ListPage(props: ListPageProps) {
  const { path, isFirst, isLast, isStories, nothing, startOver } = props
  const { data, states, notices, texts } = usePage()
  const loaded = useData<typeof listArticles>(path)
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNear(element)
  const { problem } = loaded
  useEffect(() => {
    if (loaded.data !== null) states.refresh(loaded.data.items)
  }, [loaded.data, states])
  useEffect(() => {
    if (problem?.code !== 'cursor_expired') return
    notices.tell(texts.peek().lists.expired)
    data.invalidate(props.first)
    startOver()
  }, [problem, data, notices, props.first, startOver, texts])
  return (
    <div ref={element} class="list-page">
      <ShowLoaded of={loaded} retry={() => void data.reload(path)}>
        {(page) => (
          <>
            {isFirst && page.items.length === 0 && <p class="empty">{nothing}</p>}
            {isNear &&
              page.items.map((article) => (
                <ArticleLine key={article.id} article={article} isStory={isStories} level={2} />
              ))}
            {isLast && <ListEnd {...props} page={page} />}
          </>
        )}
      </ShowLoaded>
    </div>
  )
}

/** Whether an element is near the screen; while it is not, it keeps the height that it had. */
function useNear(element: { readonly current: HTMLDivElement | null }): boolean {
  const [isNear, setNear] = useState(true)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const { isIntersecting } = entry!
        current.style.height = isIntersecting ? '' : `${current.offsetHeight}px`
        setNear(isIntersecting)
      },
      { rootMargin: NEAR },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

function ListEnd({ first, path, open, toMark, page }: ListPageProps & { readonly page: Answer<typeof listArticles> }) {
  const { actions, data, lists } = usePage()
  const t = useTexts().lists
  const { items, next } = page
  const loaded = () =>
    (lists.get(first)?.peek() ?? []).flatMap(
      (one) => data.get<Answer<typeof listArticles>>(one).peek().data?.items ?? [],
    )
  const upTo = data.get<Answer<typeof listArticles>>(first).value.data?.upTo ?? null
  const nextPath = next === null ? null : nextPage(first, next)
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    if (current === null || nextPath === null) return
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && open(nextPath), {
      rootMargin: '800px',
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [nextPath, open])
  if (items.length === 0 && path === first) return null
  return (
    <footer class="end" ref={element}>
      <p>
        {nextPath === null ? (
          t.end
        ) : (
          <button type="button" onClick={() => open(nextPath)}>
            {t.loadMore}
          </button>
        )}
      </p>
      {toMark !== null && upTo !== null && (
        <p>
          <button type="button" data-key="a" onClick={() => actions.markList({ list: toMark, upTo }, loaded())}>
            {t.markAll} <kbd>a</kbd>
          </button>
        </p>
      )}
    </footer>
  )
}
