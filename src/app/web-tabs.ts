import type { TabPlan } from '../core/digest/digest-input.ts'
import type { OwnTab } from '../core/domain/own-tab.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Store } from '../io/store/open-store.ts'
import { tabNamed, tabsOf } from './tabs.ts'
import { countUnread } from './unread-counts.ts'

/** A tab as the reader has it. */
export interface ShownTab extends Omit<TabPlan, 'categories'> {
  /** Whether it is the reader's, who may change it, or of the settings. */
  readonly isOwn: boolean
  readonly sources: number
  readonly unread: number
}

/** What is said of an own tab; what is absent stays. */
export interface TabChange {
  readonly name?: string | undefined
  readonly language?: string | null | undefined
  readonly itemLimit?: number | null | undefined
}

/** The tabs of one reader: those of the settings, those that their sources name, and their own. Null: there is none of that key. */
export interface WebTabs {
  readonly list: () => Promise<ShownTab[]>
  /** A tab that is there already is given as it is. */
  readonly add: (wanted: TabChange & { readonly name: string }) => Promise<ShownTab>
  readonly change: (key: string, change: TabChange) => Promise<ShownTab | null>
  /** The sources in it are then in no tab. */
  readonly remove: (key: string) => Promise<boolean>
  readonly order: (keys: readonly string[]) => Promise<ShownTab[]>
  /** The key of a tab that is named by its key or its name. */
  readonly named: (wanted: string) => Promise<string>
  /** Refuses a tab that there is not. */
  readonly require: (key: string) => Promise<void>
}

/** What the tabs need. */
export interface WebTabsDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly loaded: LoadedSettings
  readonly now: () => number
}

/** How many tabs of their own a reader may have. */
const MOST_TABS = 200

export function createWebTabs({ store, reader, loaded, now }: WebTabsDeps): WebTabs {
  const { tabs: settings } = loaded.settings
  const inSettings = (key: string) => Object.hasOwn(settings, key)

  async function plans() {
    const [inUse, own] = [await store.web.tabsInUse(reader), await store.web.ownTabs(reader)]
    const named = inUse.map(({ tab }) => ({ tab, category: null }))
    const sources = new Map(inUse.map(({ tab, sources }) => [tab, sources]))
    return { plans: tabsOf(settings, named, own), own, sources }
  }
  async function list(): Promise<ShownTab[]> {
    const { plans: all, sources } = await plans()
    const { tabs } = await countUnread(store, reader)
    return all.map(({ categories: _, ...plan }) => ({
      ...plan,
      isOwn: !inSettings(plan.id),
      sources: sources.get(plan.id) ?? 0,
      unread: tabs.get(plan.id) ?? 0,
    }))
  }
  const find = async (key: string) => (await list()).find(({ id }) => id === key) ?? null

  /** Null when there is none; a tab of the settings is not the reader's to change. */
  async function ownTab(key: string): Promise<OwnTab | null> {
    const { plans: all, own } = await plans()
    const at = all.findIndex(({ id }) => id === key)
    if (at === -1) return null
    if (inSettings(key)) throw new UserError({ code: 'tabOfSettings' })
    const known = own.find((one) => one.key === key)
    return known ?? { key, name: key, position: at, language: null, itemLimit: null }
  }
  return {
    list,
    async add(wanted) {
      const all = await list()
      const known = all.find(({ id, name }) => id === wanted.name || name === wanted.name)
      if (known !== undefined) return known
      const own = await store.web.ownTabs(reader)
      if (own.length >= MOST_TABS) throw new UserError({ code: 'tooManyTabs', most: MOST_TABS })
      const position = Math.max(all.length, ...own.map((one) => one.position + 1))
      const { name, language = null, itemLimit = null } = wanted
      await store.web.putTabs(reader, [{ key: name, name, position, language, itemLimit }], now())
      return (await find(name))!
    },
    async change(key, { name, language, itemLimit }) {
      const tab = await ownTab(key)
      if (tab === null) return null
      const changed = {
        ...tab,
        ...(name === undefined ? {} : { name }),
        ...(language === undefined ? {} : { language }),
        ...(itemLimit === undefined ? {} : { itemLimit }),
      }
      await store.web.putTabs(reader, [changed], now())
      return find(key)
    },
    async remove(key) {
      if ((await ownTab(key)) === null) return false
      if (await store.web.hasSharedSources(reader, key)) throw new UserError({ code: 'tabHasShared' })
      await store.web.clearTab(reader, key)
      await store.web.removeTab(reader, key)
      return true
    },
    async order(keys) {
      const { plans: all, own } = await plans()
      const unknown = keys.find((key) => !all.some(({ id }) => id === key))
      if (unknown !== undefined) throw new UserError({ code: 'noTab', tab: unknown })
      const rest = all.map(({ id }) => id).filter((id) => !keys.includes(id))
      const rows = [...new Set([...keys, ...rest])].map((key, position) => {
        const known = own.find((one) => one.key === key)
        return { ...(known ?? { key, name: key, language: null, itemLimit: null }), position }
      })
      await store.web.putTabs(reader, rows, now())
      return list()
    },
    named: async (wanted) => tabNamed((await plans()).plans, wanted, 'tab:').id,
    async require(key) {
      const { plans: all } = await plans()
      if (!all.some(({ id }) => id === key)) throw new UserError({ code: 'noTab', tab: key })
    },
  }
}
