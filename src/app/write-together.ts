/**
 * Gathers what many have to write into few transactions: whatever comes while one is under way goes into the next.
 * Each writer waits until its own is stored.
 */
export function writeTogether<Item, Answer>(
  write: (items: readonly Item[]) => Promise<(item: Item) => Answer>,
): (item: Item) => Promise<Answer> {
  let waiting: { item: Item; done: (answer: Answer) => void; failed: (error: unknown) => void }[] = []
  let busy = false

  async function run(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const answerOf = await write(batch.map(({ item }) => item))
        for (const { item, done } of batch) done(answerOf(item))
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    busy = false
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (!busy) void run()
    })
}
