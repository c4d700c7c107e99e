import type { SourceRequest } from '../core/domain/source.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import type { Settings } from '../io/config/settings-schema.ts'

/** The sources of feeds.yaml in its order. */
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
        language: languageOfTab(tab, language),
        maxItems: maxItemsPerFeed,
        position: requests.length,
        ...(source.private ? { private: true } : {}),
        ...(source.fullText ? { fullText: true } : {}),
      })
    }
  }
  return requests
}
