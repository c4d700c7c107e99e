const MODULE = new URL('./shift-clock.mjs', import.meta.url).href

/** Variables under which the program's clock is ahead, or behind when negative. */
export function shiftedClock(byMs: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${MODULE}`, CLOCK_SHIFT_MS: String(byMs) }
}
