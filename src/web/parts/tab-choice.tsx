import { useId } from 'preact/hooks'
import type { listTabs } from '../../http/contract/tabs.ts'
import type { TabWish } from '../feed-changes.ts'
import { useData, useTexts } from '../page.ts'

interface TabChoiceProps {
  readonly wish: TabWish
  readonly onWish: (wish: TabWish) => void
}

/** A key may be any text: the choices that are no tab stand apart from it. */
const NONE = 'none'
const NEW = 'new'
const KEY = 'key:'

const choiceOf = (wish: TabWish): string => ('newName' in wish ? NEW : wish.key === null ? NONE : KEY + wish.key)

function wishOf(value: string): TabWish {
  if (value === NEW) return { newName: '' }
  return { key: value === NONE ? null : value.slice(KEY.length) }
}

/** The tab that a feed goes into: one that there is, none, or a new one. */
export function TabChoice({ wish, onWish }: TabChoiceProps) {
  const t = useTexts().addFeed
  const id = useId()
  const tabs = useData<typeof listTabs>('/tabs').data?.items ?? []
  return (
    <>
      <label class="labelled" for={id}>
        {t.tab}
        <select id={id} value={choiceOf(wish)} onChange={({ currentTarget }) => onWish(wishOf(currentTarget.value))}>
          <option value={NONE}>{t.noTab}</option>
          {tabs.map(({ key, name }) => (
            <option key={key} value={KEY + key}>
              {name}
            </option>
          ))}
          <option value={NEW}>{t.newTab}</option>
        </select>
      </label>
      {'newName' in wish && (
        <label class="labelled">
          {t.newTabName}
          <input
            value={wish.newName}
            maxLength={200}
            required
            onInput={({ currentTarget }) => onWish({ newName: currentTarget.value })}
          />
        </label>
      )}
    </>
  )
}
