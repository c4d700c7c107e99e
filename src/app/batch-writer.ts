import { Trouble } from '../core/domain/trouble.ts'

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly done: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

export interface BatchOptions {
  /** How many go into one transaction. */
  readonly most?: number
  /** What the first of them does to wait for company. */
  readonly gather?: () => Promise<void>
}

/**
 * Gathers what many have to write into few transactions: whatever comes while one is under way goes into the next.
 * Each writer waits until its own is stored.
 */
export function createBatchWriter<Item, Answer>(
  write: (items: readonly Item[]) => Promise<(item: Item) => Answer>,
  { most = Number.POSITIVE_INFINITY, gather }: BatchOptions = {},
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let busy = false

  async function run(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      if (gather && waiting.length < most) await gather()
      await writeAll(waiting.splice(0, most))
    }
    busy = false
  }

  /** One that cannot be written must not take the others with it, unless the store refuses them all. */
  async function writeAll(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answerOf = await write(batch.map(({ item }) => item))
      for (const { item, done } of batch) done(answerOf(item))
    } catch (error) {
      if (batch.length === 1 || error instanceof Trouble) for (const { failed } of batch) failed(error)
      else for (const one of batch) await writeAll([one])
    }
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (!busy) void run()
    })
}
