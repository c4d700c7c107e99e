import type { ReaderSettings } from './reader-settings.ts'

/** Somebody who reads: with subscriptions, scores, digests and interests of their own. */
export interface Reader {
  readonly id: number
  readonly name: string
  /** An administrator may also change what all readers share. */
  readonly role: 'administrator' | 'reader'
  /** Where their digests are sent; the first reader has those of the settings. */
  readonly email: string | null
  /** Null while no password is set. */
  readonly passwordHash: string | null
  readonly createdAt: number
  /** When they last used the program; null before. */
  readonly seenAt: number | null
  /** What they chose for themselves. */
  readonly settings: ReaderSettings
}

/** The reader that every store has. */
export const FIRST_READER = 1
