import { usePage, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

/** What was just done, told to eyes and to screen readers, with its undo. */
export function NoticeLine() {
  const { notices } = usePage()
  const t = useTexts().notices
  const notice = notices.current.value
  return (
    <div class="notice" role="status" aria-live="polite">
      {notice !== null && (
        <p class={notice.isProblem ? 'is-problem' : undefined}>
          <span>{notice.text}</span>
          {notice.undo !== null && (
            <button type="button" onClick={notice.undo}>
              {t.undo}
            </button>
          )}
          <button type="button" title={t.dismiss} onClick={notices.dismiss}>
            <Icon name="close" />
            <span class="unseen">{t.dismiss}</span>
          </button>
        </p>
      )}
    </div>
  )
}
