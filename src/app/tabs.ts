import type { TabPlan } from '../core/digest/digest-input.ts'
import type { OwnTab } from '../core/domain/own-tab.ts'
import type { Source } from '../core/domain/source.ts'
import { UserError } from '../core/domain/user-error.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import type { Settings } from '../io/config/settings-schema.ts'

/** How many items a tab shows that is not in the settings; the same as the default there. */
export const ITEMS_A_TAB = 5

type TabSource = Pick<Source, 'tab' | 'category'>

/**
 * The tabs of the settings in their order, then those that only stored sources name, such as the folders of an imported OPML
 * file, then those of the reader's own; where the reader gave places, in these.
 */
export function tabsOf(
  settings: Settings['tabs'],
  sources: readonly TabSource[],
  own: readonly OwnTab[] = [],
): TabPlan[] {
  const stored = new Map<string, string[]>()
  for (const { tab, category } of sources) {
    if (tab === null) continue
    const categories = stored.get(tab) ?? []
    stored.set(tab, categories)
    if (category !== null && !categories.includes(category)) categories.push(category)
  }
  const said = new Map(own.map((tab) => [tab.key, tab]))
  const ids = [...new Set([...Object.keys(settings), ...stored.keys(), ...said.keys()])]
  const places = new Map(ids.map((id, at) => [id, said.get(id)?.position ?? at]))
  ids.sort((a, b) => places.get(a)! - places.get(b)!)
  return ids.map((id) => {
    // A reader may call a tab `constructor`, which every object has.
    const tab = Object.hasOwn(settings, id) ? settings[id] : undefined
    const ofReader = tab === undefined ? said.get(id) : undefined
    const configured = tab?.sources.flatMap(({ category }) => category ?? []) ?? []
    return {
      id,
      name: tab?.name ?? ofReader?.name ?? id,
      language: languageOfTab(id, tab?.language ?? ofReader?.language ?? undefined),
      limit: tab?.itemLimitPerCategory ?? ofReader?.itemLimit ?? ITEMS_A_TAB,
      categories: [...new Set([...configured, ...(stored.get(id) ?? [])])],
    }
  })
}

const isCalled =
  (wanted: string) =>
  ({ id, name }: TabPlan): boolean =>
    id === wanted || name === wanted

const keys = (tabs: readonly TabPlan[]): string => tabs.map(({ id }) => id).join(', ')

/** The tab a user names by its key or its name; an error that lists all of them when there is none. */
export function tabNamed(tabs: readonly TabPlan[], wanted: string, place: string): TabPlan {
  const found = tabs.find(isCalled(wanted))
  if (found !== undefined) return found
  if (tabs.length === 0) throw new UserError({ code: 'searchNoTabs', tab: wanted, place })
  throw new UserError({ code: 'searchTab', tab: wanted, tabs: keys(tabs), place })
}

/** The key of the tab to file a source under. A new tab must be asked for, unless it is the first: a misspelt one would be new too. */
export function tabForSource(tabs: readonly TabPlan[], wanted: string, mayBeNew: boolean): string {
  const found = tabs.find(isCalled(wanted))
  if (found !== undefined || mayBeNew || tabs.length === 0) return found?.id ?? wanted
  throw new UserError(`--tab must be one of ${keys(tabs)}, got "${wanted}"; with --new-tab it becomes a new tab`)
}
