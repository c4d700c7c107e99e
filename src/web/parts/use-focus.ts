import { useEffect, useRef } from 'preact/hooks'

/** An element that takes the focus when it appears, if it should: what a reader opened is where they go on. */
export function useFocus<E extends HTMLElement>(isWanted = true) {
  const element = useRef<E>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus()
  }, [isWanted])
  return element
}
