import { setImmediate } from 'node:timers/promises'

/**
 * Repeats a step of writing until there is nothing more to do or the process is stopped; gives how much was done in all. Between two
 * steps the rest of the program has its turn.
 */
export async function repeatStep(step: () => Promise<number>, stopped: () => boolean = () => false): Promise<number> {
  for (let done = 0; ; await setImmediate()) {
    const taken = stopped() ? 0 : await step()
    if (taken === 0) return done
    done += taken
  }
}
