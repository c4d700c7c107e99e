import type { Job } from '../../http/contract/subscriptions.ts'
import { useTexts } from '../page.ts'
import { userWords } from '../reason-words.ts'

/** What became of an import: what came, what was there, and each line that was left out with its reason. */
export function ImportReport({ job }: { readonly job: Job }) {
  const texts = useTexts()
  const t = texts.importing
  if (job.state === 'failed' || job.report === null)
    return (
      <p role="alert">
        {t.failed}: {userWords(texts, job.errorReason, texts.problems.codes.fault)}
      </p>
    )
  const { added, revived, known, saved, skipped, broken } = job.report
  const counts = [
    (added > 0 || job.kind === 'opml') && t.added(added),
    revived > 0 && t.revived(revived),
    known > 0 && t.known(known),
    (saved > 0 || job.kind === 'starred') && t.saved(saved),
  ]
  return (
    <div role="status">
      <p>
        <b>{t.done}</b> {counts.filter((words) => words !== false).join(' ')}
      </p>
      {broken !== null && <p class="mark">{t.broken(broken.line, broken.column)}</p>}
      {skipped.length > 0 && (
        <details>
          <summary>{t.skipped(skipped.length)}</summary>
          <ul class="plain facts">
            {skipped.map(({ line, address }, at) => (
              <li key={at}>
                {t.line(line)}: {t.noAddress(address)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
