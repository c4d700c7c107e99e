import type { listDeadJobs } from '../../http/contract/jobs.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

export const DEAD_JOBS_PATH = '/jobs/dead'

type DeadJob = Answer<typeof listDeadJobs>['items'][number]

/** Jobs that failed for good: they wait until a person has them tried again, or drops them. */
export function DeadJobs() {
  const { data } = usePage()
  const t = useTexts().admin
  return (
    <section class="section" aria-labelledby="dead-jobs">
      <h2 id="dead-jobs">{t.deadJobs}</h2>
      <ShowLoaded of={useData<typeof listDeadJobs>(DEAD_JOBS_PATH)} retry={() => void data.reload(DEAD_JOBS_PATH)}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t.noDeadJobs}</p>
          ) : (
            <>
              <p class="facts">{t.deadJobsHint}</p>
              <ul class="plain rows">
                {items.map((job) => (
                  <DeadJobLine key={job.id} job={job} />
                ))}
              </ul>
            </>
          )
        }
      </ShowLoaded>
    </section>
  )
}

function DeadJobLine({ job }: { readonly job: DeadJob }) {
  const { actions, call, data } = usePage()
  const t = useTexts().admin
  const { id, task, about, tries, error, failedAt } = job
  const name = about === null ? task : `${task}: ${about}`
  async function settle(method: 'POST' | 'DELETE', path: string, words: string): Promise<void> {
    await actions.attempt(() => call(method, path), words)
    data.invalidate(DEAD_JOBS_PATH)
  }
  return (
    <li class="row">
      <span class="grow">
        <b>{name}</b>
        <span class="facts">
          {t.tried(tries)} · <Time at={failedAt} />
        </span>
        <span class="facts">
          <q lang="en">{error}</q>
        </span>
      </span>
      <span class="form-buttons">
        <button
          type="button"
          aria-label={`${t.retryJob} ${name}`}
          onClick={() => void settle('POST', `/jobs/dead/${id}/retry`, t.jobRetried)}
        >
          {t.retryJob}
        </button>
        <ConfirmButton
          label={t.dropJob}
          question={t.dropJobQuestion}
          confirm={t.dropJob}
          about={name}
          onConfirm={() => void settle('DELETE', `/jobs/dead/${id}`, t.jobDropped)}
        />
      </span>
    </li>
  )
}
