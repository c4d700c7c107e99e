import { useEffect, useRef } from 'preact/hooks'
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
  useEffect(() => confirm.current?.focus(), [])
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

/** A story as it would be. */
interface StoryAfter {
  readonly id: string
  readonly lead: { readonly id: number; readonly title: string; readonly sourceName: string } | null
  readonly articles: number
  readonly members: readonly { readonly id: number; readonly title: string; readonly sourceName: string }[]
}

/** The stories there would be, where the server tells them. */
function StoriesAfter({
  correction,
}: {
  readonly correction: Correction & { readonly stories?: readonly StoryAfter[] }
}) {
  const t = useTexts().story
  const { stories = [] } = correction
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
