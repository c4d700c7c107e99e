/* Loaded before the program: its clock shows another time, by so many milliseconds as CLOCK_SHIFT_MS says. */

const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shiftMs)
    else super(...args)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}
