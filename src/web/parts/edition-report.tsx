import { useTexts } from '../page.ts'
import { stateWords } from '../reason-words.ts'
import type { KeptDigest } from '../screens/digest.tsx'

type Digest = KeptDigest['digest']
type ReportedFeed = Digest['notRead'][number]

/** What a digest tells about itself: topics that come and go, its feeds, and what was not read. */
export function EditionReport({ digest }: { readonly digest: Digest }) {
  return (
    <>
      <Trends health={digest.health} />
      <Health digest={digest} />
      <NotRead digest={digest} />
    </>
  )
}

function Trends({ health: { emerging, declining } }: { readonly health: Digest['health'] }) {
  const t = useTexts().digests
  const lists = [
    { name: t.emerging, labels: emerging },
    { name: t.declining, labels: declining },
  ].filter(({ labels }) => labels.length > 0)
  if (lists.length === 0) return null
  return (
    <section class="section" aria-labelledby="trends">
      <h2 id="trends">{t.trends}</h2>
      <div class="report">
        {lists.map(({ name, labels }) => (
          <div key={name}>
            <h3 class="part">{name}</h3>
            <ul class="plain">
              {labels.map((label) => (
                <li key={label} dir="auto">
                  {label}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function Health({ digest }: { readonly digest: Digest }) {
  const t = useTexts().digests
  const { polled, successful, errors, newArticles, duplicatesRemoved, unhealthy, dead } = digest.health
  return (
    <section class="section" aria-labelledby="health">
      <h2 id="health">{t.health}</h2>
      <p>
        {errors === 0 ? t.allPolls(polled) : t.polls(polled, successful, errors)}{' '}
        {t.harvest(newArticles, duplicatesRemoved)}
      </p>
      <div class="report">
        <FeedList name={t.unhealthy} feeds={unhealthy} />
        <FeedList name={t.dead} feeds={dead} />
      </div>
    </section>
  )
}

function FeedList({ name, feeds }: { readonly name: string; readonly feeds: readonly ReportedFeed[] }) {
  if (feeds.length === 0) return null
  return (
    <div>
      <h3 class="part">{name}</h3>
      <FeedLines feeds={feeds} />
    </div>
  )
}

function FeedLines({ feeds }: { readonly feeds: readonly ReportedFeed[] }) {
  const t = useTexts()
  return (
    <ul class="plain">
      {feeds.map(({ name, url, because, reason }) => (
        <li key={`${name} ${url}`}>
          {url === null ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              <bdi>{name}</bdi>
            </a>
          )}{' '}
          — {stateWords(t, { because, reason })}
        </li>
      ))}
    </ul>
  )
}

/** The feeds that were not read and that the health report does not name. */
export function otherNotRead({ health, notRead }: Digest): readonly ReportedFeed[] {
  const named = new Set([...health.unhealthy, ...health.dead].map(({ url }) => url))
  return notRead.filter(({ url }) => !named.has(url))
}

function NotRead({ digest }: { readonly digest: Digest }) {
  const t = useTexts().digests
  const others = otherNotRead(digest)
  const words =
    digest.notRead.length > 0 ? t.namedAbove : digest.health.polled === 0 ? t.nothingPolled : t.everythingRead
  return (
    <section class="section" aria-labelledby="not-read">
      <h2 id="not-read">{t.notRead}</h2>
      {others.length === 0 ? <p>{words}</p> : <FeedLines feeds={others} />}
      <p class="facts">{t.made}</p>
    </section>
  )
}
