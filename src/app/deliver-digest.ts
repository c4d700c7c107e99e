import type { BreakingAlert } from '../core/digest/breaking-alerts.ts'
import { type AlertMoment, alertJson, renderAlert } from '../core/digest/render/render-alert.ts'
import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import { renderDigest } from '../core/digest/render/render-digest.ts'
import type { MailOptions } from '../core/digest/render/render-email.ts'
import { digestFileName } from '../core/digest/render/render-file-name.ts'
import type { Digest } from '../core/domain/digest.ts'
import type { Mail } from '../core/domain/mail.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { DeliveryOutcome } from '../io/deliver/delivery-outcome.ts'
import type { Delivery, DeliveryKey } from '../io/store/deliveries.ts'
import type { Store } from '../io/store/open-store.ts'

/** Ways out of the house, as the composition root opens them. */
export interface DeliveryWays {
  readonly file: (folder: string, name: string, content: string) => Promise<DeliveryOutcome>
  /** A mail as it goes over the wire. */
  readonly compose: (mail: Mail) => Promise<string>
  readonly mail: (mail: Mail, to: string) => Promise<DeliveryOutcome>
  readonly webhook: (body: string, deliveryKey: string) => Promise<DeliveryOutcome>
}

/** What is delivered, and under which name. */
export interface Parcel {
  /** Such as `digest:2026-11-15:morning`: the same for the same thing, on any machine. */
  readonly subject: string
  readonly digest: Digest
  readonly pageUrl: string | null
}

/** What became of one delivery. */
export interface DeliveryReport extends DeliveryKey {
  /** `left`: in doubt as before, for what is in the detail. */
  readonly outcome: 'sent' | 'failed' | 'unknown' | 'already' | 'left'
  readonly detail: string | null
}

/** What a delivery needs of the world. */
export interface DeliveryDeps {
  readonly store: Store
  readonly ways: DeliveryWays
  readonly now: () => number
  /** How long after a sure failure it may be tried again; 0 for somebody who asks. */
  readonly againAfterMs: number
}

interface Errand {
  readonly key: DeliveryKey
  readonly run: () => Promise<DeliveryOutcome>
}

/**
 * Delivers a parcel by every way the settings name. Each is claimed before it is sent: whoever dies in between leaves a
 * claim without a word, which is reported and never sent again by itself.
 */
export async function deliverDigest(
  parcel: Parcel,
  settings: LoadedSettings['settings']['delivery'],
  deps: DeliveryDeps,
): Promise<DeliveryReport[]> {
  return runErrands(errands(parcel, settings, deps.ways), deps)
}

/** Delivers once more what is in doubt, since somebody asks for it: the reader may get it twice. */
export async function deliverAgain(
  parcel: Parcel,
  doubt: Delivery,
  settings: LoadedSettings['settings']['delivery'],
  { store, ways, now }: Omit<DeliveryDeps, 'againAfterMs'>,
): Promise<DeliveryReport> {
  const { subject, channel, recipient } = doubt
  const key = { subject, channel, recipient }
  const errand = errands(parcel, settings, ways).find(
    (one) => one.key.channel === channel && one.key.recipient === recipient,
  )
  if (errand === undefined) return { ...key, outcome: 'left', detail: 'the settings name no such recipient any more' }
  if (!(await store.reclaimDoubtful(doubt, now()))) return { ...key, outcome: 'already', detail: null }
  return runErrand(errand, { store, now })
}

/** Runs each errand that nobody ran before. */
async function runErrands(list: readonly Errand[], deps: DeliveryDeps): Promise<DeliveryReport[]> {
  const reports: DeliveryReport[] = []
  for (const errand of list) {
    const { key } = errand
    const { store, now, againAfterMs } = deps
    const failedBy = againAfterMs === 0 ? undefined : now() - againAfterMs
    const mine = (await store.claimDelivery(key, now())) || (await store.reclaimDelivery(key, now(), failedBy))
    reports.push(mine ? await runErrand(errand, deps) : { ...key, outcome: 'already', detail: null })
  }
  return reports
}

/** Runs a claimed errand and records how it ended. */
async function runErrand(
  { key, run }: Errand,
  { store, now }: Pick<DeliveryDeps, 'store' | 'now'>,
): Promise<DeliveryReport> {
  const outcome = await run().catch(brokenOff)
  const detail = outcome.kind === 'sent' ? outcome.note : outcome.reason
  await store.settleDelivery(key, { outcome: outcome.kind, detail, now: now() })
  return { ...key, outcome: outcome.kind, detail }
}

/** A fault of ours in the middle of a delivery: nobody knows how far it came. */
function brokenOff(error: unknown): DeliveryOutcome {
  return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
}

function errands(
  { subject, digest, pageUrl }: Parcel,
  { file, email, webhook }: LoadedSettings['settings']['delivery'],
  ways: DeliveryWays,
): Errand[] {
  const list: Errand[] = []
  for (const format of file?.formats ?? []) {
    const name = digestFileName(digest, format)
    const key: DeliveryKey = { subject, channel: 'file', recipient: `${file!.folder}/${name}` }
    list.push({
      key,
      run: async () => ways.file(file!.folder, name, await renderedText(digest, format, ways, pageUrl)),
    })
  }
  for (const to of email?.to ?? []) {
    const key: DeliveryKey = { subject, channel: 'email', recipient: to }
    const mail = mailOptions(email!.from, `${subject} ${to}`)
    list.push({ key, run: () => ways.mail(renderDigest(digest, 'email', { pageUrl, mail }), to) })
  }
  if (webhook) {
    const key: DeliveryKey = { subject, channel: 'webhook', recipient: webhook.url }
    list.push({ key, run: () => ways.webhook(renderDigest(digest, 'json'), subject) })
  }
  return list
}

/** Tells readers what cannot wait for a digest, once for each story; files are for digests. */
export async function deliverAlert(
  alert: BreakingAlert,
  moment: AlertMoment,
  { email, webhook }: LoadedSettings['settings']['delivery'],
  deps: DeliveryDeps,
): Promise<DeliveryReport[]> {
  const subject = `alert:${alert.story}`
  const list: Errand[] = (email?.to ?? []).map((to) => ({
    key: { subject, channel: 'email', recipient: to },
    run: () => deps.ways.mail(renderAlert(alert, moment, mailOptions(email!.from, `${subject} ${to}`)), to),
  }))
  if (webhook) {
    const key: DeliveryKey = { subject, channel: 'webhook', recipient: webhook.url }
    list.push({ key, run: () => deps.ways.webhook(alertJson(alert, moment), subject) })
  }
  return runErrands(list, deps)
}

function mailOptions(from: string, deliveryKey: string): MailOptions {
  const domain = from.split('@').at(-1)!.replace(/>$/, '').trim()
  return { deliveryKey, domain, unsubscribe: [`mailto:${bareAddress(from)}?subject=unsubscribe`] }
}

const bareAddress = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from

/** A digest in a form that is one text; a mail as it would go over the wire. */
export async function renderedText(
  digest: Digest,
  format: DigestFormat,
  { compose }: Pick<DeliveryWays, 'compose'>,
  pageUrl: string | null = null,
): Promise<string> {
  const rendered = renderDigest(digest, format, { pageUrl })
  return typeof rendered === 'string' ? rendered : compose(rendered)
}
