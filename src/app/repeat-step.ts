import { setTimeout } from 'node:timers/promises'

/** Between two steps others have their turn: whoever waits for SQLite's lock tries now and then only. */
const PAUSE_MS = 5

/** Repeats a step of writing until there is nothing more to do or the process is stopped; gives how much was done in all. */
export async function repeatStep(step: () => Promise<number>, stopped: () => boolean = () => false): Promise<number> {
  for (let done = 0; ; await setTimeout(PAUSE_MS)) {
    const taken = stopped() ? 0 : await step()
    if (taken === 0) return done
    done += taken
  }
}
