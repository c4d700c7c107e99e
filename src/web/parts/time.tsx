import { usePage, useTexts } from '../page.ts'
import { longTime, shortTime, type TimeView } from '../times.ts'

export function useTimeView(): TimeView {
  const { zone, now } = usePage()
  return { locale: useTexts().tag, zone: zone.value, now: now.value }
}

/** An instant in the reader's zone: short on the screen, whole where the pointer rests. */
export function Time({ at }: { readonly at: string }) {
  const view = useTimeView()
  const instant = Date.parse(at)
  return (
    <time dateTime={at} title={longTime(instant, view)}>
      {shortTime(instant, view)}
    </time>
  )
}
