import type { ComponentChildren } from 'preact'
import type { Problem } from '../api-types.ts'
import { isNowhere } from '../boot.ts'
import type { Loaded } from '../data-cache.ts'
import { useTexts } from '../page.ts'

interface ShowLoadedProps<T> {
  readonly of: Loaded<T>
  readonly retry?: () => void
  readonly children: (data: T) => ComponentChildren
}

/** The data once it is there; until then a word, and what went wrong if it does not come. */
export function ShowLoaded<T>({ of: { data, problem }, retry, children }: ShowLoadedProps<T>) {
  const t = useTexts()
  if (data !== null) return <>{children(data)}</>
  if (problem !== null) return <ProblemText problem={problem} {...(retry === undefined ? {} : { retry })} />
  return (
    <p class="waiting" role="status">
      {t.lists.loading}
    </p>
  )
}

/** Why something is not shown, and what to do about it. */
export function ProblemText({ problem, retry }: { readonly problem: Problem; readonly retry?: () => void }) {
  const t = useTexts()
  const words = isNowhere(problem) ? t.problems.notFound : t.problems.of(problem.code, problem.detail)
  return (
    <div class="empty" role="alert">
      <p>{words}</p>
      {retry !== undefined && !isNowhere(problem) && (
        <p>
          <button type="button" onClick={retry}>
            {t.lists.retry}
          </button>
        </p>
      )}
    </div>
  )
}
