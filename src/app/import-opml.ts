import type { OwnTab } from '../core/domain/own-tab.ts'
import type { SourceRequest } from '../core/domain/source.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { OpmlSource } from '../core/opml/opml-source.ts'
import { type ParsedOpml, readOpml } from '../core/opml/read-opml.ts'
import { decode } from '../core/parse/decode.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { Store } from '../io/store/open-store.ts'

export interface OpmlFile {
  readonly bytes: Uint8Array
  /** Its name in error messages. */
  readonly name: string
}

/** The counts of an OPML import. */
export interface ImportReport extends Omit<ParsedOpml, 'sources'> {
  readonly added: number
  readonly revived: number
  /** Subscribed before, or listed twice. */
  readonly known: number
}

export interface ImportDeps {
  readonly store: Store
  readonly now: number
  readonly tabs: Settings['tabs']
  /** What the reader calls tabs of their own. */
  readonly ownTabs: readonly OwnTab[]
  readonly tabLanguage: (tab: string | null) => string | null
  readonly stopped: () => boolean
  /** Called after each batch is stored. */
  readonly onStored: (done: number) => void
}

const LARGEST_FILE = 20_000_000
/** Few enough that nobody waits long for the lock. */
const SOURCES_A_BATCH = 100
const ITEMS_A_FEED = 20

/** Parses an OPML file; `importOpml` then stores its sources. */
export function readSubscriptions({ bytes, name }: OpmlFile): ParsedOpml {
  if (bytes.length > LARGEST_FILE) {
    throw new UserError({ code: 'fileTooLarge', name, megabytes: LARGEST_FILE / 1e6 })
  }
  return readOpml(decode(bytes).text, name)
}

/** Stores the sources in batches; an import that was stopped continues when it is started again. */
export async function importOpml(reading: ParsedOpml, deps: ImportDeps): Promise<ImportReport> {
  const { sources, ...rest } = reading
  const first = 1 + Math.max(0, ...(await deps.store.sources()).map((source) => source.position))
  const keys = tabKeys(deps)
  const count = { added: 0, revived: 0, exists: 0 }
  for (let from = 0; from < sources.length && !deps.stopped(); from += SOURCES_A_BATCH) {
    const batch = sources.slice(from, from + SOURCES_A_BATCH)
    const requests = batch.map((source, i) => toRequest(source, first + from + i, keys, deps))
    for (const kind of await deps.store.addSources(requests, deps.now)) count[kind]++
    deps.onStored(batch.length)
  }
  return { added: count.added, revived: count.revived, known: count.exists, ...rest }
}

/** Tab keys by shown name: a folder with the shown name of a tab becomes that tab. */
function tabKeys({ tabs, ownTabs }: Pick<ImportDeps, 'tabs' | 'ownTabs'>): ReadonlyMap<string, string> {
  const own = ownTabs.map(({ key, name }) => [name, key] as const)
  return new Map([...own, ...Object.entries(tabs).map(([key, { name }]) => [name ?? key, key] as const)])
}

function toRequest(
  source: OpmlSource,
  position: number,
  keys: ReadonlyMap<string, string>,
  { tabs, tabLanguage }: ImportDeps,
): SourceRequest {
  const tab = source.tab === null ? null : (keys.get(source.tab) ?? source.tab)
  const settings = tab === null ? undefined : tabs[tab]
  return {
    ...source,
    tab,
    kind: source.kind ?? 'major',
    language: source.language ?? tabLanguage(tab),
    maxItems: source.maxItems ?? settings?.maxItemsPerFeed ?? ITEMS_A_FEED,
    position,
  }
}
