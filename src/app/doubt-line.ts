import type { Delivery } from '../io/store/deliveries.ts'

/** A delivery that may or may not have arrived, in one line. */
export function doubtLine({ subject, channel, recipient, claimedAt, detail }: Delivery): string {
  const begun = new Date(claimedAt).toISOString().replace(/\.\d+Z/, 'Z')
  const why = detail === null ? 'nothing was heard since' : detail
  return `${subject} by ${channel} to ${recipient}, begun ${begun}: may have arrived or not (${why})`
}
