import type { Token } from './tokens.ts'

/** A run of digits that is neither time nor zone, with the sign before it. */
export interface DateNumber {
  readonly digits: string
  readonly sign: string
  readonly ordinal: boolean
}

/** The zone as written; `unknown` is an unknown name at the position of a zone. */
export type ZoneField =
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'place'; readonly name: string }
  | { readonly kind: 'unknown' }

/** The fields of a date as written, before it is decided which number is the day. */
export interface DateFields {
  numbers: DateNumber[]
  month: number | null
  weekday: number | null
  hour: number | null
  minute: number
  second: number
  millisecond: number
  meridiem: 'am' | 'pm' | null
  zone: ZoneField | null
  american: boolean
  thai: boolean
}

/** The state of the date parser: the fields so far, and the next token. */
export interface DateParserState extends DateFields {
  readonly tokens: readonly Token[]
  at: number
  /** Index of the last number that may belong to the day. */
  keptAt: number
}
