import { useId, useRef, useState } from 'preact/hooks'
import type { Feed } from '../../http/contract/feeds.ts'
import type { Tab } from '../../http/contract/tabs.ts'
import { feedsChanged } from '../feed-changes.ts'
import { inOrder, movedBefore, movedBy } from '../feed-order.ts'
import { usePage, useTexts } from '../page.ts'
import { ArrangeLine } from './arrange-line.tsx'
import { FeedLine } from './feed-line.tsx'

/** A heading and its feeds. `key` is null for feeds in no tab. */
export interface FeedGroup {
  readonly key: string | null
  readonly name: string
  readonly feeds: readonly Feed[]
}

/** Feeds by their tabs, in the order of these; tabs without feeds too, so that feeds can be moved there. */
export function groupsOf(feeds: readonly Feed[], tabs: readonly Tab[], noTab: string): FeedGroup[] {
  const groups = tabs.map(({ key, name }) => ({ key, name, feeds: feeds.filter(({ tab }) => tab === key) }))
  const rest = feeds.filter(({ tab }) => !tabs.some(({ key }) => key === tab))
  return rest.length === 0 ? groups : [...groups, { key: null, name: noTab, feeds: rest }]
}

interface FeedGroupsProps {
  readonly groups: readonly FeedGroup[]
  readonly isArranged: boolean
}

/** Feeds in their tabs. While they are put in order, each can be moved within its tab and to another. */
export function FeedGroups({ groups, isArranged }: FeedGroupsProps) {
  const arranging = useArranging(groups)
  return (
    <div ref={arranging.element}>
      {arranging.groups.map((group) => (
        <Group key={group.key ?? ''} group={group} arranging={isArranged ? arranging : null} />
      ))}
    </div>
  )
}

type Arranging = ReturnType<typeof useArranging>

const idOf = ({ subscription }: Feed) => subscription

/** Puts feeds in another order: shown at once, taken back if the server refuses. */
function useArranging(groups: readonly FeedGroup[]) {
  const { actions, call, data, notices, texts } = usePage()
  const [order, setOrder] = useState<readonly number[]>([])
  const [dragged, setDragged] = useState<Feed | null>(null)
  /** The feed before which what is dragged would be put. */
  const [aim, setAim] = useState<number | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const shown = groups.map((group) => ({ ...group, feeds: inOrder(group.feeds, order, idOf) }))

  async function save(ids: readonly number[]): Promise<boolean> {
    const before = order
    setOrder([...order.filter((id) => !ids.includes(id)), ...ids])
    const done = await actions.attempt(async () => {
      await call('PUT', '/subscriptions/order', { ids })
      return true
    })
    if (done === null) setOrder(before)
    data.invalidate('/feeds')
    return done !== null
  }
  /** The line is put elsewhere in the document, by which a browser forgets that it had the focus. */
  function focusAgain(id: number, way: string): void {
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>(`[data-feed="${id}"] [data-move="${way}"]`)?.focus(),
    )
  }
  async function moveTo(feed: Feed, group: FeedGroup): Promise<boolean> {
    if (feed.tab === group.key) return true
    const path = `/subscriptions/${feed.subscription}`
    const done = await actions.attempt(() => call('PATCH', path, { tab: group.key }))
    if (done === null) return false
    notices.tell(texts.peek().feeds.movedTo(feed.name, group.name))
    return true
  }
  return {
    element,
    groups: shown,
    dragged,
    setDragged,
    aim,
    setAim,
    move: async (feed: Feed, group: FeedGroup, step: 1 | -1) => {
      const ids = movedBy(group.feeds.map(idOf), idOf(feed), step)
      focusAgain(idOf(feed), step === 1 ? 'down' : 'up')
      if (await save(ids)) notices.tell(texts.peek().feeds.moved(feed.name, ids.indexOf(idOf(feed)) + 1, ids.length))
    },
    toTab: async (feed: Feed, key: string | null) => {
      const group = groups.find((one) => one.key === key)
      await moveTo(feed, group ?? { key, name: texts.peek().feeds.noTab, feeds: [] })
      feedsChanged(data)
    },
    /** What is dragged is put before a feed of a group, or at its end. */
    drop: async (group: FeedGroup, before: Feed | null) => {
      setDragged(null)
      setAim(null)
      if (dragged === null || !(await moveTo(dragged, group))) return
      const ids = movedBefore(group.feeds.map(idOf), idOf(dragged), before === null ? null : idOf(before))
      await save(ids)
      feedsChanged(data)
    },
  }
}

interface GroupProps {
  readonly group: FeedGroup
  readonly arranging: Arranging | null
}

function Group({ group, arranging }: GroupProps) {
  const t = useTexts().feeds
  const { key, name, feeds } = group
  const id = useId()
  return (
    <section
      class="section"
      aria-labelledby={id}
      onDragOver={(event) => arranging?.dragged && event.preventDefault()}
      onDrop={() => void arranging?.drop(group, null)}
    >
      <h2 id={id} dir="auto">
        {key === null ? name : <a href={`/latest?tab=${encodeURIComponent(key)}`}>{name}</a>}{' '}
        <span class="facts">{t.count(feeds.length)}</span>
      </h2>
      {feeds.length === 0 && <p class="facts">{t.emptyTab}</p>}
      <ul class="plain feed-list">
        {feeds.map((feed, at) =>
          arranging === null ? (
            <li key={feed.id}>
              <FeedLine feed={feed} />
            </li>
          ) : (
            <DraggedItem key={feed.id} feed={feed} group={group} at={at} arranging={arranging} />
          ),
        )}
      </ul>
    </section>
  )
}

interface DraggedItemProps {
  readonly feed: Feed
  readonly group: FeedGroup
  readonly at: number
  readonly arranging: Arranging
}

function DraggedItem({ feed, group, at, arranging }: DraggedItemProps) {
  const { dragged, setDragged, aim, setAim } = arranging
  const id = idOf(feed)
  return (
    <li
      draggable
      data-feed={id}
      class={aim === id ? 'is-aim' : undefined}
      onDragStart={({ dataTransfer }) => {
        dataTransfer?.setData('text/plain', feed.name)
        setDragged(feed)
      }}
      onDragEnd={() => setDragged(null)}
      onDragOver={(event) => {
        if (dragged === null) return
        event.preventDefault()
        setAim(dragged === feed ? null : id)
      }}
      onDragLeave={() => setAim(null)}
      onDrop={(event) => {
        event.stopPropagation()
        event.preventDefault()
        void arranging.drop(group, feed)
      }}
    >
      <ArrangeLine
        feed={feed}
        isFirst={at === 0}
        isLast={at === group.feeds.length - 1}
        grip={fingerOn(feed, arranging)}
        move={(step) => void arranging.move(feed, group, step)}
        moveTo={(tab) => void arranging.toTab(feed, tab)}
      />
    </li>
  )
}

/** Dragging by a finger or a pen, for which browsers have no events of dragging. */
function fingerOn(feed: Feed, { dragged, setDragged, setAim, groups, drop }: Arranging) {
  const isDragged = dragged !== null && idOf(dragged) === idOf(feed)
  const stop = () => {
    setDragged(null)
    setAim(null)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') setDragged(feed)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (isDragged) setAim(feedAt(clientX, clientY))
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!isDragged) return
      const id = feedAt(clientX, clientY)
      const group = groups.find(({ feeds }) => feeds.some((one) => idOf(one) === id))
      if (group === undefined || id === idOf(feed)) stop()
      else void drop(group, group.feeds.find((one) => idOf(one) === id)!)
    },
    onPointerCancel: stop,
  }
}

/** The feed whose line is at a place of the window. */
function feedAt(x: number, y: number): number | null {
  const line = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-feed]')
  return line === null || line === undefined ? null : Number(line.dataset.feed)
}
