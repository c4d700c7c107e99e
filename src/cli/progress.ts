import { screenLine } from './escape-control-characters.ts'
import type { Terminal } from './terminal.ts'
import { fitText } from './text-width.ts'

/** A progress line; silent when the output is not a terminal. */
export interface Progress {
  /** `by` is 1 unless given. */
  readonly step: (note: string, by?: number) => void
  readonly done: () => void
}

const BAR = 24
const LEAST_MS = 80

/** `total` is null when it is unknown. */
export function startProgress(terminal: Terminal, noun: string, total: number | null): Progress {
  if (!terminal.interactive) return { step: () => {}, done: () => {} }
  const started = performance.now()
  let count = 0
  let drawn = 0
  const draw = (note: string) => {
    const seconds = (performance.now() - started) / 1000
    const rate = seconds < 1 ? '' : ` ${(count / seconds).toFixed(0)}/s`
    const filled = total === null || total === 0 ? 0 : Math.min(BAR, Math.round((BAR * count) / total))
    const bar = total === null ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} `
    const text = `${bar}${count}${total === null ? '' : `/${total}`} ${noun}${rate}  ${note}`
    terminal.draw(fitText(screenLine(text), terminal.messageWidth - 1))
  }
  return {
    step(note, by = 1) {
      count += by
      if (performance.now() - drawn < LEAST_MS) return
      drawn = performance.now()
      draw(note)
    },
    done: () => terminal.draw(' '.repeat(terminal.messageWidth - 1)),
  }
}
