import type { DigestType } from '../core/domain/digest.ts'
import type { UserReason } from '../core/domain/user-reason.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Delivery } from '../io/store/deliveries.ts'
import type { LockHold } from '../io/store/lock-holds.ts'
import type { LoopDelay } from '../io/system/loop-delay.ts'
import type { DeliveryReport } from './deliver.ts'
import type { EngineAnswer, EngineCall } from './engine-calls.ts'
import type { EngineNumbers } from './engine-meter.ts'
import type { PollReport } from './poll-report.ts'

/*
 * `serve` has two halves, each in a thread of its own with a store of its own: the engine polls, decides, makes digests and
 * delivers; the web server answers requests. They share nothing but these messages, which the main thread passes on, so that either
 * may end, crash and start again without the other. Everything in a message is plain data.
 */

/** What a half is started with. */
export interface HalfStart {
  readonly loaded: LoadedSettings
  /** Names this process among those that share the store. */
  readonly owner: string
  /** Where to listen: the web half, when it is started again, answers at the address it had. */
  readonly listenAt: string
  /** The secret of the link by which the first reader sets a password; the same however often the web half is started. */
  readonly setupKey: string
}

/** What a line about a poll is made of. */
export interface PolledFeed extends Pick<PollReport, 'outcome' | 'count' | 'leaseLost' | 'candidates'> {
  readonly source: Pick<PollReport['source'], 'name'>
  readonly feed: Pick<PollReport['feed'], 'title' | 'url'>
}

/** The name of a digest that was made. */
export interface MadeDigestName {
  readonly type: DigestType
  readonly localDate: string
}

/** An error as it crosses a thread, which keeps no classes. */
export interface ErrorRecord {
  readonly kind: 'user' | 'not-allowed' | 'trouble' | 'passing' | 'replaced' | 'lasting' | 'fault'
  readonly message: string
  readonly lines: readonly string[]
  /** Of a user's mistake that has one. */
  readonly reason: UserReason | null
  readonly stack: string | null
}

/** What the engine tells. */
export type FromEngine =
  /** It has opened the store, and polls once it is told to run. */
  | { readonly kind: 'ready'; readonly feeds: number; readonly inDoubt: readonly Delivery[] }
  | { readonly kind: 'poll'; readonly polled: PolledFeed }
  | { readonly kind: 'digest'; readonly digest: MadeDigestName }
  | { readonly kind: 'delivery' | 'alert'; readonly report: DeliveryReport }
  | { readonly kind: 'trouble' | 'outage' | 'waiting'; readonly words: string }
  | NumbersMessage
  | CallAnswer
  | { readonly kind: 'ended'; readonly error: ErrorRecord | null; readonly holds: readonly LockHold[] }

/** What the engine did so far: every few seconds while it runs; null once it does not. */
export interface NumbersMessage {
  readonly kind: 'numbers'
  readonly numbers: EngineNumbers | null
}

/** The web half has the engine do something, under a number; the answer has the same. */
export interface CallMessage {
  readonly kind: 'call'
  readonly id: number
  readonly call: EngineCall
}

export interface CallAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly answer: EngineAnswer
}

/** What the engine is told. */
export type ToEngine = CallMessage | { readonly kind: 'run' | 'stop' }

/** What the web half tells. */
export type FromWeb =
  /** `needsSetup`: nobody can log in yet. */
  | { readonly kind: 'listening'; readonly url: string; readonly at: string; readonly needsSetup: boolean }
  | CallMessage
  | { readonly kind: 'ended'; readonly error: ErrorRecord | null; readonly delay: LoopDelay }

/** What the web half is told. */
export type ToWeb =
  | CallAnswer
  | NumbersMessage
  /** The engine may have committed what listeners want to hear of. */
  | { readonly kind: 'news' }
  | { readonly kind: 'stop' }
