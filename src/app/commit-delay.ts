/** Group commit: how long the first of a batch waits for others to join its transaction. */
export interface CommitDelay {
  /** Waits so long, or until nothing is under way that could join the batch. */
  readonly wait: (ms: number) => Promise<void>
  /** The same write, counting what waits for it: that can join no other batch meanwhile. */
  readonly counted: <Item, Result>(write: (item: Item) => Promise<Result>) => (item: Item) => Promise<Result>
  /** Ends waits that are in vain. Each write that begins does so; to be called when it becomes certain in another way that nothing else comes. */
  readonly check: () => void
}

/** Whether more can join, if so many wait to be written. */
type MayJoin = (waiting: number) => boolean

export function createCommitDelay(sleep: (ms: number) => Promise<void>, mayJoin: MayJoin): CommitDelay {
  const ends = new Set<() => void>()
  let waiting = 0

  function check(): void {
    if (ends.size > 0 && !mayJoin(waiting)) for (const end of ends) end()
  }

  async function wait(ms: number): Promise<void> {
    if (!mayJoin(waiting)) return
    let end = () => {}
    const nobodyLeft = new Promise<void>((resolve) => {
      end = resolve
    })
    ends.add(end)
    await Promise.race([sleep(ms), nobodyLeft])
    ends.delete(end)
  }

  const counted =
    <Item, Result>(write: (item: Item) => Promise<Result>) =>
    async (item: Item): Promise<Result> => {
      waiting++
      const written = write(item)
      check()
      try {
        return await written
      } finally {
        waiting--
      }
    }

  return { wait, counted, check }
}
