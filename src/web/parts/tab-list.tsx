import { useRef, useState } from 'preact/hooks'
import type { addTab, listTabs, orderTabs, Tab } from '../../http/contract/tabs.ts'
import { send } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { feedsChanged } from '../feed-changes.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { MoveButton } from './arrange-line.tsx'
import { ShowLoaded } from './loaded.tsx'
import { useFocus } from './use-focus.ts'

const PATH = '/tabs'

/** The tabs: added, renamed, put in order, removed. */
export function TabList() {
  const { data } = usePage()
  const t = useTexts().tabs
  const loaded = useData<typeof listTabs>(PATH)
  return (
    <section class="section" aria-labelledby="tabs">
      <h2 id="tabs">{t.title}</h2>
      <ShowLoaded of={loaded} retry={() => void data.reload(PATH)}>
        {({ items }: Answer<typeof listTabs>) =>
          items.length === 0 ? <p class="facts">{t.none}</p> : <Tabs tabs={items} />
        }
      </ShowLoaded>
      <AddTab />
      <p class="facts">
        <a href="/settings#feeds-out">{t.asFeeds}</a>
      </p>
    </section>
  )
}

function Tabs({ tabs }: { readonly tabs: readonly Tab[] }) {
  const { actions, call, data } = usePage()
  const list = useRef<HTMLUListElement>(null)
  /** Shown at once; the answer is the list as it then is. */
  async function move(at: number, step: 1 | -1): Promise<void> {
    const moved = [...tabs]
    moved.splice(at + step, 0, ...moved.splice(at, 1))
    const rollBack = data.change<Answer<typeof listTabs>>(PATH, (page) => ({ ...page, items: moved }))
    const key = tabs[at]!.key
    requestAnimationFrame(() => {
      const line = [...(list.current?.children ?? [])][moved.findIndex((tab) => tab.key === key)]
      line?.querySelector<HTMLElement>(`[data-move="${step === 1 ? 'down' : 'up'}"]`)?.focus()
    })
    const keys = moved.map((tab) => tab.key)
    const done = await actions.attempt(() => send<typeof orderTabs>(call, 'PUT', '/tabs/order', { keys }))
    if (done === null) rollBack()
    feedsChanged(data)
  }
  return (
    <ul class="plain" ref={list}>
      {tabs.map((tab, at) => (
        <TabLine
          key={tab.key}
          tab={tab}
          isFirst={at === 0}
          isLast={at === tabs.length - 1}
          move={(step) => void move(at, step)}
        />
      ))}
    </ul>
  )
}

interface TabLineProps {
  readonly tab: Tab
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly move: (step: 1 | -1) => void
}

function TabLine({ tab, isFirst, isLast, move }: TabLineProps) {
  const { feeds: words, tabs: t } = useTexts()
  const [mode, setMode] = useState<'shown' | 'renamed' | 'removed'>('shown')
  const close = () => setMode('shown')
  if (mode === 'renamed') return <RenameTab tab={tab} close={close} />
  if (mode === 'removed') return <RemoveTab tab={tab} close={close} />
  return (
    <li class="tab-line">
      <a href={`/latest?tab=${encodeURIComponent(tab.key)}`} dir="auto">
        {tab.name}
      </a>
      <span class="buttons">
        <MoveButton way="up" name={words.moveUp(tab.name)} isOff={isFirst} onClick={() => move(-1)} />
        <MoveButton way="down" name={words.moveDown(tab.name)} isOff={isLast} onClick={() => move(1)} />
      </span>
      <p class="facts">
        {t.sources(tab.sources)}
        {!tab.isOwn && ` · ${t.ofSettings}`}
        {tab.isOwn && (
          <>
            {' · '}
            <button type="button" class="link" onClick={() => setMode('renamed')}>
              {t.rename} <span class="unseen">{tab.name}</span>
            </button>
            {' · '}
            <button type="button" class="link" onClick={() => setMode('removed')}>
              {t.remove} <span class="unseen">{tab.name}</span>
            </button>
          </>
        )}
      </p>
    </li>
  )
}

interface TabFormProps {
  readonly tab: Tab
  readonly close: () => void
}

function RenameTab({ tab, close }: TabFormProps) {
  const { actions, call, data } = usePage()
  const t = useTexts()
  const [name, setName] = useState(tab.name)
  const input = useFocus<HTMLInputElement>()
  async function rename(): Promise<void> {
    const path = `${PATH}/${encodeURIComponent(tab.key)}`
    const done = await actions.attempt(() => call('PATCH', path, { name: name.trim() }), t.notices.saved)
    if (done === null) return
    feedsChanged(data)
    close()
  }
  return (
    <li>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void rename()
        }}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <label class="labelled">
          {t.tabs.nameOf(tab.name)}
          <input
            value={name}
            maxLength={200}
            required
            ref={input}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit">{t.tabs.rename}</button>
        <button type="button" onClick={close}>
          {t.editFeed.cancel}
        </button>
      </form>
    </li>
  )
}

function RemoveTab({ tab, close }: TabFormProps) {
  const { actions, call, data } = usePage()
  const t = useTexts()
  const button = useFocus<HTMLButtonElement>()
  async function remove(): Promise<void> {
    const path = `${PATH}/${encodeURIComponent(tab.key)}`
    await actions.attempt(() => call('DELETE', path), t.tabs.removed(tab.name))
    feedsChanged(data)
    close()
  }
  return (
    <li>
      <div class="row" role="alert">
        {t.tabs.removeAsk(tab.name, tab.sources)}
        <button type="button" ref={button} onClick={() => void remove()}>
          {t.editFeed.removeYes}
        </button>
        <button type="button" onClick={close}>
          {t.editFeed.removeNo}
        </button>
      </div>
    </li>
  )
}

function AddTab() {
  const { actions, call, data } = usePage()
  const t = useTexts().tabs
  const [name, setName] = useState('')
  async function add(): Promise<void> {
    const body = { name: name.trim() }
    const added = await actions.attempt(() => send<typeof addTab>(call, 'POST', PATH, body), t.added(body.name))
    if (added === null) return
    setName('')
    feedsChanged(data)
  }
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <label class="labelled">
        {t.name}
        <input value={name} maxLength={200} required onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>
      <button type="submit">{t.add}</button>
    </form>
  )
}
