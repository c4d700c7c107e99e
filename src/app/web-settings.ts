import { DEFAULT_SETTINGS, type ReaderSettings, type SettingsChange } from '../core/domain/reader-settings.ts'
import type { Store } from '../io/store/open-store.ts'

/** What one reader chose for themselves. */
export interface WebSettings {
  readonly get: () => Promise<ReaderSettings>
  /** Changes what is given. */
  readonly change: (change: SettingsChange) => Promise<ReaderSettings>
}

/** What settings need. */
export interface WebSettingsDeps {
  readonly store: Store
  readonly reader: number
}

export function createWebSettings({ store, reader }: WebSettingsDeps): WebSettings {
  return {
    get: async () => (await store.readers()).find(({ id }) => id === reader)?.settings ?? DEFAULT_SETTINGS,
    change: async (change) => (await store.web.changeSettings(reader, change)) ?? DEFAULT_SETTINGS,
  }
}
