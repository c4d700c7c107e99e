import type { DigestType } from './digest.ts'

/** The languages of the page. */
export const PAGE_LANGUAGES = ['en', 'de', 'zh-Hant', 'zh-Hans', 'ja'] as const
export const THEMES = ['system', 'light', 'dark'] as const

/** When a reader's digest of a type is made: at a local time such as `06:30`, never, or when the server makes it (null). */
export type DigestHour = string | 'off' | null

/** What a reader chose for themselves. */
export interface ReaderSettings {
  /** Of the page; null: the browser's. */
  readonly language: (typeof PAGE_LANGUAGES)[number] | null
  readonly theme: (typeof THEMES)[number]
  /** Whether what is scrolled past counts as read. */
  readonly markOnScroll: boolean
  /** Whether a headline opens the publisher's page. */
  readonly openOriginal: boolean
  /** IANA name; null: the server's. */
  readonly zone: string | null
  /** The languages of the front page and of digest sections, own first; empty: all. */
  readonly languages: readonly string[]
  /** Whether digests are sent by mail, where the server can and the reader has an address. */
  readonly digestMail: boolean
  readonly digestHours: Readonly<Record<DigestType, DigestHour>>
}

/** What holds until a reader says otherwise. */
export const DEFAULT_SETTINGS: ReaderSettings = {
  language: null,
  theme: 'system',
  markOnScroll: true,
  openOriginal: false,
  zone: null,
  languages: [],
  digestMail: true,
  digestHours: { morning: null, midday: null, evening: null, weekly: null },
}

/** A change of some settings; what is absent stays. */
export type SettingsChange = {
  readonly [Name in Exclude<keyof ReaderSettings, 'digestHours'>]?: ReaderSettings[Name] | undefined
} & { readonly digestHours?: { readonly [Type in DigestType]?: DigestHour | undefined } | undefined }

/** Settings with a change; a name that they do not have is left out. */
export function changedSettings(settings: ReaderSettings, change: SettingsChange): ReaderSettings {
  const { digestHours, ...others } = change
  return {
    ...settings,
    ...given(settings, others),
    digestHours: { ...settings.digestHours, ...given(settings.digestHours, digestHours ?? {}) },
  }
}

const given = (known: object, change: object) =>
  Object.fromEntries(Object.entries(change).filter(([name, value]) => name in known && value !== undefined))
