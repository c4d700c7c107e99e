/** A page that takes no longer than this is made by compiled code. */
const WARM_MS = 12
/** Nobody waits longer than this for the server to start. */
const MOST_MS = 400

/**
 * Makes pages for nobody until they take as long as they will: the first ones take ten times as long, because JavaScript is compiled
 * while it runs, and readers who come at once would wait for each other.
 */
export async function warmUp(makePages: () => Promise<void>): Promise<void> {
  const over = performance.now() + MOST_MS
  for (let took = Number.POSITIVE_INFINITY; took > WARM_MS && performance.now() < over; ) {
    const since = performance.now()
    await makePages()
    took = performance.now() - since
  }
}
