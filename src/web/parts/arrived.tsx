import { usePage, useTexts } from '../page.ts'

/** "12 new" at the top of a list: what came meanwhile is shown when the reader asks for it, so that nothing moves under their eyes. */
export function Arrived({ paths }: { readonly paths: readonly string[] }) {
  const { arrived, data } = usePage()
  const t = useTexts().today
  function show(): void {
    arrived.value = 0
    for (const path of paths) data.invalidate(path)
    window.scrollTo(0, 0)
  }
  return (
    <div class="arrived" role="status" aria-live="polite">
      {arrived.value > 0 && (
        <button type="button" data-key="." onClick={show}>
          {t.arrived(arrived.value)}
        </button>
      )}
    </div>
  )
}
