import { LEFT_WORDS, type LeftReason } from '../core/domain/user-reason.ts'
import { hideLogins } from '../core/text/login.ts'
import type { AlertMessage, DeliveryTask, DigestMessage, NamedChannel } from '../io/deliver/channel.ts'
import type { DeliveryOutcome } from '../io/deliver/delivery-outcome.ts'
import type { Delivery, DeliveryKey } from '../io/store/deliveries.ts'
import type { Store } from '../io/store/open-store.ts'

/** How one delivery ended. */
export interface DeliveryReport extends DeliveryKey {
  /** `already`: sent or tried before. `left`: still in doubt, for the reason in `detail`. */
  readonly outcome: 'sent' | 'failed' | 'unknown' | 'already' | 'left'
  readonly detail: string | null
  /** Why it was left. */
  readonly left?: LeftReason
}

/** The end of a delivery that is left in doubt. */
export const leftFor = (left: LeftReason) => ({ outcome: 'left', detail: LEFT_WORDS[left], left }) as const

/** What a delivery needs. */
export interface DeliveryDeps {
  readonly store: Store
  readonly channels: readonly NamedChannel[]
  readonly now: () => number
  /** Aborted when deliveries under way are to end, and no other is to begin. */
  readonly stop: AbortSignal
}

interface KeyedTask extends DeliveryTask {
  readonly key: DeliveryKey
}

/**
 * Delivers a digest by every channel, each recipient once. A delivery is claimed in the store before it is sent. If the
 * process dies in between, the claim stays without an outcome: it is reported as in doubt and never sent again by itself.
 * One that failed is sent again after `retryAfterMs`; 0 means now, because the user asked for it.
 */
export function deliverDigest(
  message: DigestMessage,
  retryAfterMs: number,
  deps: DeliveryDeps,
): Promise<DeliveryReport[]> {
  return deliverTasks(digestTasks(message, deps.channels), retryAfterMs, deps)
}

/** Delivers breaking news by every channel that carries alerts, each recipient once per story. */
export function deliverAlert(
  message: AlertMessage,
  retryAfterMs: number,
  deps: DeliveryDeps,
): Promise<DeliveryReport[]> {
  const tasks = deps.channels.flatMap(({ name, alertTasks }) => withKeys(message.subject, name, alertTasks(message)))
  return deliverTasks(tasks, retryAfterMs, deps)
}

/** Sends a delivery in doubt again, because the user asked for it; the recipient may get it twice. */
export async function deliverAgain(
  message: DigestMessage,
  doubt: Delivery,
  { store, channels, now, stop }: DeliveryDeps,
): Promise<DeliveryReport> {
  const { subject, channel, recipient } = doubt
  const key = { subject, channel, recipient }
  const task = digestTasks(message, channels).find(
    (one) => one.key.channel === channel && one.key.recipient === recipient,
  )
  if (task === undefined) return { ...key, ...leftFor('recipientGone') }
  if (!(await store.reclaimDoubtful(doubt, now()))) return { ...key, outcome: 'already', detail: null }
  return runTask(task, { store, now, stop })
}

const digestTasks = (message: DigestMessage, channels: readonly NamedChannel[]): KeyedTask[] =>
  channels.flatMap((channel) => withKeys(message.subject, channel.name, channel.digestTasks(message)))

const withKeys = (subject: string, channel: NamedChannel['name'], tasks: readonly DeliveryTask[]): KeyedTask[] =>
  tasks.map((task) => ({ ...task, key: { subject, channel, recipient: task.recipient } }))

/** Runs the tasks that were not claimed before, or failed long enough ago: each channel by itself, so that none waits for another. */
async function deliverTasks(
  tasks: readonly KeyedTask[],
  retryAfterMs: number,
  deps: DeliveryDeps,
): Promise<DeliveryReport[]> {
  const names = [...new Set(tasks.map(({ key }) => key.channel))]
  const ofChannel = (name: string) => tasks.filter(({ key }) => key.channel === name)
  return (await Promise.all(names.map((name) => deliverInTurn(ofChannel(name), retryAfterMs, deps)))).flat()
}

async function deliverInTurn(
  tasks: readonly KeyedTask[],
  retryAfterMs: number,
  deps: DeliveryDeps,
): Promise<DeliveryReport[]> {
  const { store, now, stop } = deps
  const reports: DeliveryReport[] = []
  for (const task of tasks) {
    if (stop.aborted) break
    const { key } = task
    const failedBy = retryAfterMs === 0 ? null : now() - retryAfterMs
    const isClaimed = (await store.claimDelivery(key, now())) || (await store.reclaimDelivery(key, now(), failedBy))
    reports.push(isClaimed ? await runTask(task, deps) : { ...key, outcome: 'already', detail: null })
  }
  return reports
}

/** Runs a claimed task and records how it ended. */
async function runTask(
  { key, send }: KeyedTask,
  { store, now, stop }: Omit<DeliveryDeps, 'channels'>,
): Promise<DeliveryReport> {
  const outcome = await send(stop).catch(interrupted)
  const detail = outcome.kind === 'sent' ? outcome.note : outcome.reason
  await store.settleDelivery(key, { outcome: outcome.kind, detail, now: now() })
  return { ...key, outcome: outcome.kind, detail }
}

/** An error of our own during a delivery leaves open how far it came. */
function interrupted(error: unknown): DeliveryOutcome {
  return { kind: 'unknown', reason: hideLogins(error instanceof Error ? error.message : String(error)) }
}
