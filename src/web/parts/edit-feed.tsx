import { useState } from 'preact/hooks'
import type { getMe } from '../../http/contract/session.ts'
import type { changeSubscription, getSubscription, Subscription } from '../../http/contract/subscriptions.ts'
import { send } from '../api.ts'
import { feedsChanged, keyOfTab, ownName, removeFeed, setHidden, type TabWish } from '../feed-changes.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ShowLoaded } from './loaded.tsx'
import { TabChoice } from './tab-choice.tsx'
import { useFocus } from './use-focus.ts'

interface EditFeedProps {
  readonly subscription: number
  /** Absent where the form stands by itself. */
  readonly onClose?: () => void
  readonly onRemoved?: () => void
}

/** What a reader says about a feed: its name, where it is filed, what it weighs; and how to be rid of it. */
export function EditFeed({ subscription, ...rest }: EditFeedProps) {
  const { data } = usePage()
  const path = `/subscriptions/${subscription}`
  const loaded = useData<typeof getSubscription>(path)
  return (
    <ShowLoaded of={loaded} retry={() => void data.reload(path)}>
      {(one) => <EditForm subscription={one} {...rest} />}
    </ShowLoaded>
  )
}

interface EditFormProps extends Omit<EditFeedProps, 'subscription'> {
  readonly subscription: Subscription
}

const TIERS = ['T1', 'T2', 'T3', 'T4', 'T5'] as const

/** What the form holds, as it is typed. */
interface Draft {
  readonly name: string
  readonly category: string
  readonly tier: string
  readonly itemLimit: string
  readonly tab: TabWish
  readonly fullText: boolean
}

const draftOf = (one: Subscription): Draft => ({
  name: ownName(one) ?? '',
  category: one.category ?? '',
  tier: one.tier ?? '',
  itemLimit: String(one.itemLimit),
  tab: { key: one.tab },
  fullText: one.fullText,
})

function EditForm({ subscription, onClose, onRemoved }: EditFormProps) {
  const { actions, call, data } = usePage()
  const t = useTexts()
  const [draft, setDraft] = useState(() => draftOf(subscription))
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const first = useFocus<HTMLInputElement>(onClose !== undefined)
  async function save(): Promise<void> {
    const saved = await actions.attempt(
      async () =>
        send<typeof changeSubscription>(call, 'PATCH', `/subscriptions/${subscription.id}`, {
          name: draft.name.trim() || null,
          category: draft.category.trim() || null,
          tier: draft.tier || null,
          itemLimit: Number(draft.itemLimit),
          tab: await keyOfTab(call, draft.tab),
          fullText: draft.fullText,
        }),
      t.notices.saved,
    )
    if (saved === null) return
    feedsChanged(data)
    setDraft(draftOf(saved))
    onClose?.()
  }
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={({ key }) => key === 'Escape' && onClose?.()}
    >
      <label class="labelled">
        {t.editFeed.name}
        <input
          ref={first}
          value={draft.name}
          maxLength={300}
          placeholder={subscription.siteTitle ?? new URL(subscription.url).hostname}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </label>
      <TabChoice wish={draft.tab} onWish={(tab) => set({ tab })} />
      <label class="labelled">
        {t.editFeed.category}
        <input
          value={draft.category}
          maxLength={200}
          placeholder={t.editFeed.none}
          onInput={({ currentTarget }) => set({ category: currentTarget.value })}
        />
      </label>
      <label class="labelled">
        {t.editFeed.tier}
        <select value={draft.tier} onChange={({ currentTarget }) => set({ tier: currentTarget.value })}>
          <option value="">{t.editFeed.tierOwn}</option>
          {TIERS.map((tier) => (
            <option key={tier} value={tier}>
              {t.editFeed.tiers[tier]}
            </option>
          ))}
        </select>
      </label>
      <label class="labelled">
        {t.editFeed.itemLimit}
        <input
          type="number"
          min={1}
          max={1000}
          required
          value={draft.itemLimit}
          onInput={({ currentTarget }) => set({ itemLimit: currentTarget.value })}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={draft.fullText}
          onChange={({ currentTarget }) => set({ fullText: currentTarget.checked })}
        />{' '}
        {t.editFeed.fullText}
      </label>
      <div class="row">
        <button type="submit" class="primary">
          {t.editFeed.save}
        </button>
        {onClose !== undefined && (
          <button type="button" onClick={onClose}>
            {t.editFeed.cancel}
          </button>
        )}
        <Leave subscription={subscription} onRemoved={onRemoved ?? onClose ?? (() => {})} />
      </div>
    </form>
  )
}

interface LeaveProps {
  readonly subscription: Subscription
  readonly onRemoved: () => void
}

/** To be rid of a feed: one that all readers have is hidden, any other removed; an administrator may do either with what was added for all. */
function Leave({ subscription, onRemoved }: LeaveProps) {
  const page = usePage()
  const t = useTexts().editFeed
  const isAdministrator = useData<typeof getMe>('/me').data?.role === 'administrator'
  const [isAsking, setAsking] = useState(false)
  const { id, name, shared, hidden, origin } = subscription
  const mayRemove = !shared || (origin !== 'file' && isAdministrator)
  const remove = async () => {
    if (await removeFeed(page, subscription)) onRemoved()
  }
  if (isAsking)
    return (
      <p class="row" role="alert">
        {t.removeAsk(name)}
        <button type="button" onClick={() => void remove()}>
          {t.removeYes}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {t.removeNo}
        </button>
      </p>
    )
  return (
    <>
      {(shared || hidden) && (
        <button type="button" title={t.hideHint} onClick={() => void setHidden(page, id, name, !hidden)}>
          {hidden ? t.show : t.hide}
        </button>
      )}
      {mayRemove && (
        <button type="button" onClick={() => (subscription.private ? setAsking(true) : void remove())}>
          {t.remove}
        </button>
      )}
    </>
  )
}
