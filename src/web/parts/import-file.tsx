import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { importSubscriptions, Job } from '../../http/contract/subscriptions.ts'
import { send } from '../api.ts'
import { problemOf } from '../api-types.ts'
import { isTooLarge, kindOfExport, textOfExport } from '../export-file.ts'
import { feedsChanged } from '../feed-changes.ts'
import { followJob } from '../import-job.ts'
import { type Page, usePage, useTexts } from '../page.ts'
import { problemWords } from '../reason-words.ts'
import { ImportReport } from './import-report.tsx'

/** How far an import has come. */
type Import =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'running' | 'ended'; readonly job: Job }
  | { readonly kind: 'refused'; readonly words: string }

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Reads a file, sends it, and tells of its progress until the import has ended. */
async function importFile(
  { call, data, texts }: Page,
  file: File,
  show: (state: Import) => void,
  isLeft: () => boolean,
): Promise<void> {
  const t = texts.peek()
  const refuse = (words: string) => show({ kind: 'refused', words })
  if (isTooLarge(file.size)) return refuse(t.importing.tooLarge(file.name))
  show({ kind: 'reading' })
  try {
    const text = textOfExport(new Uint8Array(await file.arrayBuffer()))
    const kind = kindOfExport(text)
    if (kind === null) return refuse(t.importing.unknown(file.name))
    const started = await send<typeof importSubscriptions>(call, 'POST', '/subscriptions/import', { kind, text })
    const onProgress = (job: Job) => show({ kind: 'running', job })
    onProgress(started)
    const ended = await followJob(started, { call, onProgress, sleep, isLeft })
    feedsChanged(data)
    if (ended === null) refuse(t.importing.lost)
    else show({ kind: 'ended', job: ended })
  } catch (error) {
    refuse(problemWords(t, problemOf(error)))
  }
}

/** Feeds and saved articles from another reader: a file that is chosen or dropped, a bar while it is taken over, and what became of it. */
export function ImportFile() {
  const page = usePage()
  const t = useTexts().importing
  const id = useId()
  const [state, setState] = useState<Import>({ kind: 'idle' })
  const [isAim, setAim] = useState(false)
  const isLeft = useRef(false)
  useEffect(() => () => void (isLeft.current = true), [])
  const isBusy = state.kind === 'reading' || state.kind === 'running'
  function take(files: FileList | null | undefined): void {
    const file = files?.[0]
    if (file !== undefined && !isBusy) void importFile(page, file, setState, () => isLeft.current)
  }
  return (
    <fieldset
      class={isAim ? 'drop is-aim' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setAim(true)
      }}
      onDragLeave={() => setAim(false)}
      onDrop={(event) => {
        event.preventDefault()
        setAim(false)
        take(event.dataTransfer?.files)
      }}
    >
      <legend>{t.label}</legend>
      <p class="row">
        <label for={id} class="unseen">
          {t.choose}
        </label>
        <input
          id={id}
          type="file"
          accept=".opml,.xml,.json,text/xml,application/json"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            currentTarget.value = ''
          }}
        />
        <span class="facts">{t.drop}</span>
      </p>
      {(state.kind === 'running' || state.kind === 'reading') && <Progress job={'job' in state ? state.job : null} />}
      {state.kind === 'refused' && <p role="alert">{state.words}</p>}
      {state.kind === 'ended' && <ImportReport job={state.job} />}
    </fieldset>
  )
}

function Progress({ job }: { readonly job: Job | null }) {
  const t = useTexts().importing
  if (job === null) return <p class="facts">{t.reading}</p>
  return (
    <p class="row">
      <progress aria-label={t.progressLabel} value={job.done} max={Math.max(1, job.total)} />
      <span class="facts">{t.progress(job.done, job.total)}</span>
    </p>
  )
}
