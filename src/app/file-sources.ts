import type { SourceRequest } from '../core/domain/source.ts'
import type { Settings } from '../io/config/settings-schema.ts'

/** The sources of feeds.yaml in its order; a tab's prefix names its language unless it says otherwise. */
export function fileSources(settings: Settings): SourceRequest[] {
  const requests: SourceRequest[] = []
  for (const [tab, { sources, language, maxItemsPerFeed }] of Object.entries(settings.tabs)) {
    for (const source of sources) {
      requests.push({
        url: source.url,
        tab,
        category: source.category ?? null,
        name: source.sourceName ?? null,
        tier: source.tier ?? null,
        kind: source.kind,
        owner: source.owner ?? null,
        language: language ?? prefixLanguage(tab),
        maxItems: maxItemsPerFeed,
        position: requests.length,
      })
    }
  }
  return requests
}

function prefixLanguage(tab: string): string | null {
  return /^(zh|en|ja)_/.exec(tab)?.[1] ?? null
}
