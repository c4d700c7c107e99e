import { effect, type Signal } from '@preact/signals'
import type { getSettings } from '../http/contract/me.ts'
import type { Answer } from './api-types.ts'
import type { Boot } from './boot.ts'
import type { Page } from './page.ts'
import { loadTexts, preferredLanguage, type Texts } from './texts/texts.ts'

export type Settings = Answer<typeof getSettings>

export const SETTINGS_PATH = '/me/settings'

/** Keeps language, zone and colours as the reader's settings say, from the moment they change. */
export function followSettings(
  page: Page,
  words: Signal<Texts>,
  boot: Boot,
): { readonly marksOnScroll: () => boolean } {
  const settings = page.data.get<Settings>(SETTINGS_PATH)
  let language = boot.language
  effect(() => {
    const { data } = settings.value
    if (data === null) return
    page.zone.value = data.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    document.documentElement.dataset.theme = data.theme
    const wanted = data.language ?? preferredLanguage(navigator.languages)
    if (wanted === language) return
    language = wanted
    void loadTexts[wanted]().then((texts) => {
      words.value = texts
      document.documentElement.lang = wanted
    })
  })
  return { marksOnScroll: () => settings.peek().data?.markOnScroll ?? true }
}
