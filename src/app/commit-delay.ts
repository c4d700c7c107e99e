/** Group commit: how long the first of a batch waits for others to join its transaction. */
export interface CommitDelay {
  /** Waits so long, but no longer than anything that could join is under way. */
  readonly wait: (ms: number) => Promise<void>
  /** The same write; what waits for it joins nothing else meanwhile. */
  readonly counted: <Item, Result>(write: (item: Item) => Promise<Result>) => (item: Item) => Promise<Result>
  /** To be called when fewer may join for another reason than a write that began. */
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
