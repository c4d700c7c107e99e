import type { getFeed, WholeFeed } from '../../http/contract/feeds.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { DailyChart } from '../parts/daily-chart.tsx'
import { EditFeed } from '../parts/edit-feed.tsx'
import { FeedAdvice } from '../parts/feed-advice.tsx'
import { FeedHealth, NextVisit } from '../parts/feed-health.tsx'
import { LastPolls } from '../parts/last-polls.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { PollNow } from '../parts/poll-now.tsx'
import { Time } from '../parts/time.tsx'
import { useReloadWhileDue } from '../parts/use-reload-while-due.ts'
import { noteWords, visitWords } from '../reason-words.ts'

/** One feed: how it is and why, what it brought, when it is visited next, and everything a reader says about it. */
export function FeedScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { data } = usePage()
  const path = `/feeds/${params.id}`
  return (
    <ShowLoaded of={useData<typeof getFeed>(path)} retry={() => void data.reload(path)}>
      {(feed) => <WholeFeedView feed={feed} />}
    </ShowLoaded>
  )
}

function WholeFeedView({ feed }: { readonly feed: WholeFeed }) {
  const { location, now } = usePage()
  const t = useTexts()
  useReloadWhileDue(`/feeds/${feed.id}`, feed.nextAt)
  return (
    <div class="list">
      <header class="headline-bar">
        <h1 dir="auto">{feed.name}</h1>
        <p class="facts">
          <a href="/feeds">{t.feed.allFeeds}</a>
        </p>
      </header>
      <p class="row">
        <PollNow feed={feed} />
        <a class="button" href={`/latest?feed=${feed.id}&all=1`}>
          {t.feed.articles}
        </a>
      </p>
      <FeedAdvice feed={feed.id} />
      <section class="section" aria-labelledby="health">
        <h2 id="health">{t.feed.health}</h2>
        <Health feed={feed} />
      </section>
      <section class="section" aria-labelledby="days">
        <h2 id="days">{t.feed.days}</h2>
        <DailyChart feed={feed} now={now.value} />
      </section>
      <section class="section" aria-labelledby="edit">
        <h2 id="edit">{t.editFeed.title}</h2>
        <EditFeed subscription={feed.subscription} onRemoved={() => location.go('/feeds')} />
      </section>
      <section class="section" aria-labelledby="polls">
        <h2 id="polls">{t.feed.polls}</h2>
        <LastPolls polls={feed.lastPolls} />
      </section>
    </div>
  )
}

const orNever = (at: string | null, never: string) => (at === null ? never : <Time at={at} />)

function Health({ feed }: { readonly feed: WholeFeed }) {
  const t = useTexts()
  const { reliability, averageMs, previousUrls, notes } = feed
  return (
    <dl class="pairs">
      <dt>{t.feed.state}</dt>
      <dd>
        <FeedHealth feed={feed} />
        {feed.hidden && ` · ${t.feeds.hidden}`}
      </dd>
      <dt>{t.feed.nextVisit}</dt>
      <dd>
        <NextVisit at={feed.nextAt} />, {visitWords(t, feed.nextVisit, feed.nextBecause)}
      </dd>
      <dt>{t.feed.lastVisit}</dt>
      <dd>{orNever(feed.lastPolledAt, t.feed.never)}</dd>
      <dt>{t.feed.lastAnswer}</dt>
      <dd>{orNever(feed.lastSuccessAt, t.feed.never)}</dd>
      <dt>{t.feed.lastNew}</dt>
      <dd>{orNever(feed.lastNewAt, t.feed.never)}</dd>
      <dt>{t.feed.reliability}</dt>
      <dd>{reliability === null ? t.feed.reliabilityNone : t.feed.reliabilityOf(reliability)}</dd>
      {averageMs !== null && (
        <>
          <dt>{t.feed.answersIn}</dt>
          <dd>{t.feed.seconds(averageMs)}</dd>
        </>
      )}
      <dt>{t.feed.address}</dt>
      <dd class="address">
        <a href={feed.url} rel="noreferrer noopener" target="_blank">
          {feed.url}
        </a>
      </dd>
      {previousUrls.length > 0 && (
        <>
          <dt>{t.feed.previous}</dt>
          <dd class="address">
            {previousUrls.map((url) => (
              <div key={url}>{url}</div>
            ))}
          </dd>
        </>
      )}
      {notes.length > 0 && (
        <>
          <dt>{t.feed.notes}</dt>
          <dd>{noteWords(t, feed).join('; ')}</dd>
        </>
      )}
    </dl>
  )
}
