import type { Mail } from '../../core/domain/mail.ts'
import type { Notification } from '../../core/domain/notification.ts'
import type { Settings } from '../config/settings-schema.ts'
import type { Fetcher } from '../fetch/create-fetcher.ts'
import type { deliverFile } from './deliver-file.ts'
import type { deliverMail } from './deliver-mail.ts'
import type { DeliveryOutcome } from './delivery-outcome.ts'
import type { SecretSource } from './read-secret.ts'
import type { Retries } from './with-retries.ts'

/** The `delivery` section of the settings: one entry per channel. */
export type DeliverySettings = Settings['delivery']

/** Every channel there is. The settings decide; whatever lists channels is typed by it. */
export type ChannelName = keyof DeliverySettings

type AllSettings = { readonly [Name in ChannelName]-?: NonNullable<DeliverySettings[Name]> }

/** The settings of one channel. */
export type ChannelSettings<Name extends ChannelName> = AllSettings[Name]

type FileFormat = ChannelSettings<'file'>['formats'][number]

/** What names a mail and its sender: the same delivery gives the same Message-ID. */
export interface MailIdentity {
  readonly deliveryKey: string
  readonly domain: string
  readonly unsubscribe: readonly string[]
}

/** A digest to deliver. Each form is rendered only when a channel calls for it. */
export interface DigestMessage {
  /** Names what is delivered, such as `digest:2026-11-15:morning`: the same on every machine, so that it is sent once. */
  readonly subject: string
  readonly fileName: (format: FileFormat) => string
  readonly text: (format: FileFormat) => Promise<string>
  readonly mail: (identity: MailIdentity) => Mail
  readonly json: () => string
  /** Its text has at most so many bytes of UTF-8. */
  readonly notification: (maxBytes: number) => Notification
}

/** Breaking news to deliver. */
export interface AlertMessage {
  /** Such as `alert:` and the key of the story. */
  readonly subject: string
  readonly mail: (identity: MailIdentity) => Mail
  readonly json: () => string
  readonly notification: () => Notification
}

/** One message to one recipient. */
export interface DeliveryTask {
  readonly recipient: string
  /** Ends soon after the signal aborts. */
  readonly send: (stop: AbortSignal) => Promise<DeliveryOutcome>
}

/** A configured channel: which messages it sends to whom. An empty list means that it does not carry such messages. */
export interface Channel {
  /** The secret that it needs; null for none. `doctor` checks that it can be read. */
  readonly secret: SecretSource | null
  readonly digestTasks: (message: DigestMessage) => readonly DeliveryTask[]
  readonly alertTasks: (message: AlertMessage) => readonly DeliveryTask[]
}

/** A channel under the name its deliveries are recorded by. */
export interface NamedChannel extends Channel {
  readonly name: ChannelName
}

/** The side effects that channels use: file, SMTP, HTTP, secrets, clock. */
export interface DeliveryEffects {
  readonly writeFile: typeof deliverFile
  readonly sendMail: typeof deliverMail
  readonly fetcher: Fetcher
  /** Reads a secret when it is needed; an outcome when it cannot be read. */
  readonly secret: (source: SecretSource) => Promise<string | null | DeliveryOutcome>
  readonly retries: Retries
  readonly now: () => number
}

/** For every channel, the function that makes it from its settings. */
export type ChannelOpeners = {
  readonly [Name in keyof AllSettings]: (settings: AllSettings[Name], effects: DeliveryEffects) => Channel
}

/** Makes one channel from its settings. */
export type OpenChannel<Name extends ChannelName> = ChannelOpeners[Name]
