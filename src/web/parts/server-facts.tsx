import type { ComponentChildren } from 'preact'
import type { getServer } from '../../http/contract/server.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { bytesText } from '../sizes.ts'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

const PATH = '/server'

type Server = Answer<typeof getServer>

/** The server as who runs it sees it. */
export function ServerFacts() {
  const { data } = usePage()
  const t = useTexts().admin
  return (
    <section class="section" aria-labelledby="server">
      <h2 id="server">{t.server}</h2>
      <ShowLoaded of={useData<typeof getServer>(PATH)} retry={() => void data.reload(PATH)}>
        {(server) => (
          <>
            <Facts server={server} />
            <Jobs jobs={server.engine.jobs} />
          </>
        )}
      </ShowLoaded>
    </section>
  )
}

function Facts({ server }: { readonly server: Server }) {
  const texts = useTexts()
  const t = texts.admin
  const { version, startedAt, database, engine, due, lastBackupAt, counts } = server
  const number = new Intl.NumberFormat(texts.tag)
  return (
    <dl class="fact-list">
      <Fact name={t.version}>{version}</Fact>
      <Fact name={t.running}>
        <Time at={startedAt} />
      </Fact>
      <Fact name={t.engine}>{engine.running ? t.engineRuns : <span class="mark">{t.engineStands}</span>}</Fact>
      <Fact name={t.database}>
        {t.databases[database.kind]}, {bytesText(database.bytes, texts.tag)}
      </Fact>
      <Fact name={t.stored}>
        {t.counts(number.format(counts.articles), number.format(counts.feeds), number.format(counts.readers))}
      </Fact>
      <Fact name={t.due}>{t.dueFeeds(due.feeds)}</Fact>
      <Fact name={t.nextPoll}>{due.nextPollAt === null ? '—' : <Time at={due.nextPollAt} />}</Fact>
      <Fact name={t.nextDigest}>{due.nextDigestAt === null ? '—' : <Time at={due.nextDigestAt} />}</Fact>
      <Fact name={t.lastBackup}>{lastBackupAt === null ? t.unknownBackup : <Time at={lastBackupAt} />}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Each channel has jobs of its own, such as `deliveries by email`. */
function jobName(names: Readonly<Record<string, string>>, name: string): string {
  const [job = name, channel] = name.split(' by ')
  return `${names[job] ?? job}${channel === undefined ? '' : ` (${channel})`}`
}

function Jobs({ jobs }: { readonly jobs: Server['engine']['jobs'] }) {
  const t = useTexts().admin
  if (jobs.length === 0) return null
  return (
    <details class="unfold">
      <summary>{t.jobs}</summary>
      <div class="wide">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{t.job}</th>
              <th scope="col">{t.runs}</th>
              <th scope="col">{t.failures}</th>
              <th scope="col">{t.seconds}</th>
              <th scope="col">{t.now}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ name, runs, failures, seconds, runningSince }) => (
              <tr key={name}>
                <th scope="row">{jobName(t.jobNames, name)}</th>
                <td>{runs}</td>
                <td class={failures > 0 ? 'mark' : undefined}>{failures}</td>
                <td>{Math.round(seconds * 10) / 10}</td>
                <td>{runningSince === null ? '—' : <Time at={runningSince} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
