import { useEffect } from 'preact/hooks'
import { usePage } from '../page.ts'

/** A visit that is due happens within seconds, or after the others of its host. */
const EVERY_MS = 3_000
const MOST_LOOKS = 40

/** Loads a feed again from time to time while its visit is due, so that its outcome appears by itself. */
export function useReloadWhileDue(path: string, nextAt: string | null): void {
  const { data } = usePage()
  useEffect(() => {
    let looks = 0
    const timer = setInterval(() => {
      const isDue = nextAt !== null && Date.parse(nextAt) <= Date.now()
      if (isDue && looks++ < MOST_LOOKS) void data.reload(path)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [data, path, nextAt])
}
