import type { ComponentChildren } from 'preact'
import type { Problem } from '../api-types.ts'
import { isNowhere } from '../boot.ts'
import type { Loaded } from '../data-cache.ts'
import { usePage, useTexts } from '../page.ts'
import { problemWords } from '../reason-words.ts'

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

interface ProblemTextProps {
  readonly problem: Problem
  readonly retry?: () => void
}

/** Why something is not shown, and what to do about it. */
export function ProblemText({ problem, retry }: ProblemTextProps) {
  const t = useTexts()
  const words = isNowhere(problem) ? t.problems.notFound : problemWords(t, problem)
  return (
    <div class="empty" role="alert">
      <p>{words}</p>
      {problem.code === 'login_required' ? (
        <LogIn />
      ) : (
        retry !== undefined &&
        !isNowhere(problem) && (
          <p>
            <button type="button" onClick={retry}>
              {t.lists.retry}
            </button>
          </p>
        )
      )}
    </div>
  )
}

/** Leads to the login and from there back to this screen. */
function LogIn() {
  const { location } = usePage()
  const { path, query } = location.place.value
  const next = query.size === 0 ? path : `${path}?${query}`
  return (
    <p>
      <a class="button" href={`/login?next=${encodeURIComponent(next)}`} data-server>
        {useTexts().problems.logIn}
      </a>
    </p>
  )
}
