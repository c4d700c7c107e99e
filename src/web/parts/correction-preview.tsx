import { useLayoutEffect, useRef } from 'preact/hooks'
import { useTexts } from '../page.ts'
import type { Correction } from '../use-corrections.ts'

interface CorrectionPreviewProps {
  readonly says: string
  readonly correction: Correction
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** What a correction would do, to be confirmed. */
export function CorrectionPreview({ says, correction, isBusy, onConfirm, onCancel }: CorrectionPreviewProps) {
  const t = useTexts().story
  const confirm = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => confirm.current?.focus(), [])
  return (
    <div
      class="tried"
      role="status"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      <p>
        <b>{says}</b>
      </p>
      <StoriesAfter correction={correction} />
      <p class="form-buttons">
        <button type="button" class="primary" ref={confirm} disabled={isBusy} onClick={onConfirm}>
          {t.confirm}
        </button>
        <button type="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </p>
    </div>
  )
}

/** The stories there would be. */
function StoriesAfter({ correction: { stories } }: { readonly correction: Correction }) {
  const t = useTexts().story
  if (stories.length === 0) return null
  return (
    <>
      <p class="facts">{t.after(stories.length)}</p>
      <ol>
        {stories.map(({ id, lead, articles, members }) => (
          <li key={id}>
            <b dir="auto">{lead?.title ?? members[0]?.title ?? ''}</b>{' '}
            <span class="facts">
              {t.articles(articles)}: {members.map(({ sourceName }) => sourceName).join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
