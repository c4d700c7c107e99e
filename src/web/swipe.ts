/** How far a finger must go sideways, and how much further than up or down. */
const LEAST_PX = 72
const SIDEWAYS = 2

/** Calls `left` or `right` when a finger is drawn across an element. Gives a function that ends it. */
export function onSwipe(element: HTMLElement, left: () => void, right: () => void): () => void {
  let from: { readonly x: number; readonly y: number } | null = null
  const start = ({ touches }: TouchEvent) => {
    const [finger] = touches
    from = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : null
  }
  const end = ({ changedTouches }: TouchEvent) => {
    const [finger] = changedTouches
    if (from === null || !finger) return
    const [dx, dy] = [finger.clientX - from.x, finger.clientY - from.y]
    from = null
    if (Math.abs(dx) < LEAST_PX || Math.abs(dx) < SIDEWAYS * Math.abs(dy)) return
    if (dx < 0) left()
    else right()
  }
  element.addEventListener('touchstart', start, { passive: true })
  element.addEventListener('touchend', end, { passive: true })
  return () => {
    element.removeEventListener('touchstart', start)
    element.removeEventListener('touchend', end)
  }
}
