import type { Page } from './page.ts'

/** How often the server is told that somebody is still reading. */
const TOLD_MS = 5 * 60_000

/** Tells the server that the reader is here, on opening and while they do something: what came after they left is new to them. */
export function keepVisiting({ call, data }: Page, document: Document): void {
  let toldAt = 0
  async function tell(): Promise<void> {
    const now = Date.now()
    if (document.hidden || now - toldAt < TOLD_MS) return
    const isReturn = toldAt !== 0 && now - toldAt > 30 * 60_000
    toldAt = now
    await call('POST', '/me/visit').catch(() => {})
    // Another visit has begun: what is new to the reader is counted from another moment.
    if (isReturn) data.invalidate('/today')
  }
  void tell()
  for (const event of ['visibilitychange', 'keydown', 'pointerdown', 'scroll'])
    document.addEventListener(event, () => void tell(), { passive: true })
}
