import type { JSX } from 'preact'
import type { Feed } from '../../http/contract/feeds.ts'
import type { listTabs } from '../../http/contract/tabs.ts'
import { useData, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

interface ArrangeLineProps {
  readonly feed: Feed
  readonly isFirst: boolean
  readonly isLast: boolean
  /** What the handle listens to. */
  readonly grip: JSX.HTMLAttributes<HTMLSpanElement>
  readonly move: (step: 1 | -1) => void
  readonly moveTo: (tab: string | null) => void
}

/** One feed while feeds are put in order: by buttons and a choice of tabs, besides dragging. */
export function ArrangeLine({ feed, isFirst, isLast, grip, move, moveTo }: ArrangeLineProps) {
  const t = useTexts()
  const tabs = useData<typeof listTabs>('/tabs').data?.items ?? []
  const { name } = feed
  return (
    <div class="arrange-line">
      <span class="grip" {...grip} title={t.feeds.drag(name)}>
        <Icon name="grip" />
      </span>
      <span class="feed-name" dir="auto">
        {name}
      </span>
      <label>
        <span class="unseen">{t.feeds.tabOf(name)}</span>
        <select
          value={feed.tab === null ? '' : `key:${feed.tab}`}
          onChange={({ currentTarget: { value } }) => moveTo(value === '' ? null : value.slice('key:'.length))}
        >
          <option value="">{t.addFeed.noTab}</option>
          {tabs.map((tab) => (
            <option key={tab.key} value={`key:${tab.key}`}>
              {tab.name}
            </option>
          ))}
        </select>
      </label>
      <span class="buttons">
        <MoveButton way="up" name={t.feeds.moveUp(name)} isOff={isFirst} onClick={() => move(-1)} />
        <MoveButton way="down" name={t.feeds.moveDown(name)} isOff={isLast} onClick={() => move(1)} />
      </span>
    </div>
  )
}

interface MoveButtonProps {
  readonly way: 'up' | 'down'
  readonly name: string
  readonly isOff: boolean
  readonly onClick: () => void
}

/** Stays in the order of focus at the ends, where it does nothing: the focus would be lost otherwise. */
export const MoveButton = ({ way, name, isOff, onClick }: MoveButtonProps) => (
  <button type="button" data-move={way} aria-disabled={isOff} title={name} onClick={() => isOff || onClick()}>
    <Icon name={way} />
    <span class="unseen">{name}</span>
  </button>
)
