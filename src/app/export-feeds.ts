import { stringify } from 'yaml'
import type { Source } from '../core/domain/source.ts'
import { writeOpml } from '../core/opml/write-opml.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ImportDeps } from './import-opml.ts'

/** The tab written for sources without one: in YAML every source has a tab. */
const OTHER_TAB = 'other'

/** The text of an export. */
export interface ExportedFeeds {
  readonly text: string
  /** Sources that have a login, which is not exported. */
  readonly withLogin: number
}

/** All sources the user still wants, as OPML 2.0. */
export async function exportOpml(
  store: Store,
  { tabs, ownTabs }: Pick<ImportDeps, 'tabs' | 'ownTabs'>,
  now: number,
): Promise<ExportedFeeds> {
  const titles = new Map((await store.feeds()).map((feed) => [feed.source, feed.title]))
  const sources = (await wanted(store)).map((source) => ({ ...source, feedTitle: titles.get(source.id) ?? null }))
  const tabNames = new Map([
    ...ownTabs.map(({ key, name }) => [key, name] as const),
    ...Object.entries(tabs).map(([key, { name }]) => [key, name ?? key] as const),
  ])
  return { text: writeOpml({ sources, tabNames, madeAt: now }), withLogin: await countLogins(store, sources) }
}

/** The same as a feeds.yaml from which the sources can be restored. */
export async function exportYaml(store: Store, tabs: Settings['tabs']): Promise<ExportedFeeds> {
  const groups = new Map<string, Source[]>()
  const exported = await wanted(store)
  for (const source of exported) {
    const tab = source.tab ?? OTHER_TAB
    groups.set(tab, [...(groups.get(tab) ?? []), source])
  }
  const written = Array.from(groups, ([tab, sources]) => [
    tab,
    { ...tabSettings(tabs[tab], sources), sources: sources.map(toYaml) },
  ])
  const text = stringify({ tabs: Object.fromEntries(written) }, { lineWidth: 0 })
  return { text, withLogin: await countLogins(store, exported) }
}

const countLogins = async (store: Store, sources: readonly Source[]): Promise<number> =>
  (await store.logins(sources.map(({ id }) => id))).size

/** Sources still wanted; those of crawls have no feed to subscribe to. */
async function wanted(store: Store): Promise<Source[]> {
  return (await store.sources()).filter((source) => source.retiredAt === null && source.origin !== 'crawl')
}

/** The tab's settings; for a tab that is not in the settings, the values that all its sources share. */
function tabSettings(tab: Settings['tabs'][string] | undefined, sources: readonly Source[]): Record<string, unknown> {
  const agreed = <T>(of: (source: Source) => T): T | null => {
    const values = new Set(sources.map(of))
    return values.size === 1 ? [...values][0]! : null
  }
  const language = tab?.language ?? (tab ? null : agreed((source) => source.language))
  return given({
    name: tab?.name ?? null,
    language,
    item_limit_per_category: tab?.itemLimitPerCategory ?? null,
    max_items_per_feed: tab?.maxItemsPerFeed ?? agreed((source) => source.maxItems),
  })
}

function toYaml(source: Source): Record<string, unknown> {
  return given({
    url: source.url,
    category: source.category,
    source_name: source.name,
    tier: source.tier,
    kind: source.kind === 'major' ? null : source.kind,
    owner: source.owner,
    private: source.private || null,
    full_text: source.fullText || null,
  })
}

function given(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
}
