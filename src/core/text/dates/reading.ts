import type { Token } from './tokens.ts'

/** A run of digits that is neither time nor zone, with the sign before it. */
export interface DateNumber {
  readonly digits: string
  readonly sign: string
  readonly ordinal: boolean
}

/** How far from UTC a text says it is; `unknown` is a name in zone position that nobody knows. */
export type WrittenZone =
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'place'; readonly name: string }
  | { readonly kind: 'unknown' }

/** What the words, numbers and signs of a date say, before anybody decides which number is the day. */
export interface Written {
  numbers: DateNumber[]
  month: number | null
  weekday: number | null
  hour: number | null
  minute: number
  second: number
  millisecond: number
  meridiem: 'am' | 'pm' | null
  zone: WrittenZone | null
  american: boolean
  thai: boolean
}

/** A date half read: what is known, and the token to read next. */
export interface Reading extends Written {
  readonly tokens: readonly Token[]
  at: number
  /** Where the last number that may belong to the day stood. */
  keptAt: number
}
