import type { Reader } from '../core/domain/reader.ts'
import type { AlertMessage } from '../io/deliver/channel.ts'
import type { DeliveryReport } from './deliver.ts'
import { parseSubject } from './delivery-subject.ts'
import type { Digests } from './digests.ts'
import type { PublishedDigest, ScheduledDigest } from './scheduled-digests.ts'

/** The digests that the daemon makes and delivers. */
export type ScheduledWork = Pick<Digests, 'makeDue' | 'deliverDue' | 'breaking' | 'sendAlerts' | 'searches'>

/** The work for all readers who are served, one after the other: they share the stories that the first one refines. */
export function digestsOfAll(
  readers: () => Promise<readonly Reader[]>,
  forReader: (reader: Reader) => { readonly digests: ScheduledWork },
): ScheduledWork {
  const each = async <T>(work: (digests: ScheduledWork, reader: Reader) => Promise<readonly T[]>): Promise<T[]> => {
    const done: T[] = []
    for (const reader of await readers()) done.push(...(await work(forReader(reader).digests, reader)))
    return done
  }
  return {
    makeDue: (since, onTrouble) => each<ScheduledDigest>((digests) => digests.makeDue(since, onTrouble)),
    deliverDue: (since, stop, only) => each<PublishedDigest>((digests) => digests.deliverDue(since, stop, only)),
    searches: {
      makeDue: async (since, onTrouble) =>
        (await each(async ({ searches }) => [await searches.makeDue(since, onTrouble)])).reduce(
          (sum, made) => sum + made,
          0,
        ),
      deliverDue: (since, stop, only) => each<DeliveryReport>(({ searches }) => searches.deliverDue(since, stop, only)),
    },
    breaking: () => each<AlertMessage>((digests) => digests.breaking()),
    sendAlerts: (alerts, stop, only) =>
      each<DeliveryReport>((digests, { id }) =>
        digests.sendAlerts(
          alerts.filter(({ subject }) => parseSubject(subject).reader === id),
          stop,
          only,
        ),
      ),
  }
}
