/** What is wrong with an installation, by codes with their values; instants are milliseconds. */
export type FindingReason =
  | { readonly code: 'oldNode'; readonly version: string; readonly least: string }
  /** The clock tells a time before this program was written. */
  | { readonly code: 'clockBehind'; readonly at: number }
  /** Feeds were polled later than now. */
  | { readonly code: 'clockAhead'; readonly at: number }
  | { readonly code: 'deliveriesInDoubt'; readonly deliveries: number }
  | { readonly code: 'diskLow'; readonly gigabytes: number }
  | { readonly code: 'secretsMissing'; readonly channels: readonly string[] }
