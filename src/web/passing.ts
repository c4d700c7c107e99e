import type { Items } from './items.ts'

/** Watches items leave the screen at its top. */
export interface PassingWatch {
  readonly watch: (element: Element) => void
  readonly forget: (element: Element) => void
}

/**
 * Tells of items that were seen and then scrolled past. Only what left at the top while the reader scrolled counts: an item that vanished
 * because the list changed, or that was never on the screen, was not read.
 */
export function watchPassing(
  window: Window & typeof globalThis,
  items: Items,
  onPassed: (element: Element) => void,
): PassingWatch {
  const seen = new WeakSet<Element>()
  let scrolled = false
  window.addEventListener('scroll', () => (scrolled = true), { passive: true, once: true })
  const observer = new window.IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting) seen.add(target)
      else if (
        scrolled &&
        seen.has(target) &&
        target.isConnected &&
        boundingClientRect.bottom < 0 &&
        items.of(target)
      ) {
        seen.delete(target)
        onPassed(target)
      }
    }
  })
  return { watch: (element) => observer.observe(element), forget: (element) => observer.unobserve(element) }
}
