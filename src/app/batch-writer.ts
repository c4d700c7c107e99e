import { Trouble } from '../core/domain/trouble.ts'

interface Pending<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export interface BatchOptions {
  /** The most items one transaction takes. */
  readonly maxItems?: number
  /** Awaited before a batch that is not full, so that more items can join it. */
  readonly waitForMore?: () => Promise<void>
}

/**
 * Batch writer: items that arrive while one transaction runs go into the next one together, since a transaction for each
 * costs more than the rows. The promise of an item resolves once that item is stored.
 */
export function createBatchWriter<Item, Result>(
  write: (items: readonly Item[]) => Promise<(item: Item) => Result>,
  { maxItems = Number.POSITIVE_INFINITY, waitForMore }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  const pending: Pending<Item, Result>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (pending.length > 0) {
      if (waitForMore && pending.length < maxItems) await waitForMore()
      await writeBatch(pending.splice(0, maxItems))
    }
    isRunning = false
  }

  /** When a batch fails, each item is written alone, so that a bad one rejects alone; `Trouble` means the store itself failed. */
  async function writeBatch(batch: readonly Pending<Item, Result>[]): Promise<void> {
    try {
      const resultOf = await write(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(resultOf(item))
    } catch (error) {
      if (batch.length === 1 || error instanceof Trouble) for (const { reject } of batch) reject(error)
      else for (const one of batch) await writeBatch([one])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pending.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}
