/** Whether a slot may be compared with the newcomer at all. */
export interface SlotFilter {
  (slot: number): boolean
  /** Every slot from this one on passes. Mostly the latest articles all do, so that most of a list need not be asked one by one. */
  readonly openFrom?: number
}

/** The sum of weights a slot needs to be admitted. */
export interface Threshold {
  /** The minimum for all slots. */
  readonly least: number
  /** Higher minimums for classes of slots, where there are any. */
  readonly classes: WeightClasses | null
  /** A further condition; must be monotone: a larger sum is never refused where a smaller one is admitted. */
  readonly admits: ((slot: number, sum: number) => boolean) | null
}

/** The class of each slot, and the minimum of each of up to 256 classes. */
export interface WeightClasses {
  readonly of: Uint8Array
  readonly least: Int32Array
}
