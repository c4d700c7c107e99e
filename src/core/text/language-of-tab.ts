const LANGUAGE_PREFIX = /^(zh|en|ja)_/

/** The language of a tab's sources: the one configured for the tab, else the prefix of its key, as in `zh_news`. */
export function languageOfTab(key: string, configured: string | undefined): string | null {
  return configured ?? LANGUAGE_PREFIX.exec(key)?.[1] ?? null
}
