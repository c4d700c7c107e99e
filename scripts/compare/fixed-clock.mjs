/* Preloaded with `node --import …/fixed-clock.mjs?now=MILLISECONDS`: stops the clock at that instant, so that two runs of
   the program write the same times. Timers still run. */

const now = Number(new URL(import.meta.url).searchParams.get('now'))
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given))
  }
  static now() {
    return now
  }
}
performance.now = () => 0
