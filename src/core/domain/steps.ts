/**
 * Long work as a generator that yields between its steps: whoever runs it may do something else there. A step is the smallest piece
 * that is done in one go, such as the comparison of one article with a window.
 */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
