import type { listFeeds } from '../../http/contract/feeds.ts'
import type { getMe } from '../../http/contract/session.ts'
import { useData, useTexts } from '../page.ts'
import { AddFeed } from '../parts/add-feed.tsx'
import { ImportFile } from '../parts/import-file.tsx'
import { StarterPacks } from '../parts/starter-packs.tsx'
import { ALL_FEEDS } from './feeds.tsx'

/** The first screen of a store without feeds: three ways in, and the way on once the first feed is there. */
export function WelcomeScreen() {
  const t = useTexts().welcome
  return (
    <>
      <header class="headline-bar">
        <h1>{t.title}</h1>
        <p class="facts">{t.lead}</p>
      </header>
      <Demo />
      <Ready />
      <div class="ways">
        <section class="section" aria-labelledby="way-file">
          <h2 id="way-file">{t.wayFile}</h2>
          <ImportFile />
        </section>
        <section class="section" aria-labelledby="way-site">
          <h2 id="way-site">{t.waySite}</h2>
          <AddFeed />
        </section>
      </div>
      <section class="section" aria-labelledby="way-packs">
        <h2 id="way-packs">{t.wayPacks}</h2>
        <StarterPacks />
      </section>
    </>
  )
}

/** What to do next, once there is something to read. */
function Ready() {
  const t = useTexts().welcome
  const { data } = useData<typeof listFeeds>(ALL_FEEDS)
  const count = data?.items.length ?? 0
  const isFetching = data?.items.some(({ lastPolledAt }) => lastPolledAt === null) ?? false
  const words = data?.next !== null ? t.readyMany : isFetching ? t.ready(count) : t.following(count)
  return (
    <div role="status">
      {count > 0 && (
        <p class="row ready">
          <span>{words}</span>
          <a class="button" href="/">
            {t.goToday}
          </a>
        </p>
      )}
    </div>
  )
}

/** The demonstration has feeds of its own: how to begin with others. */
function Demo() {
  const t = useTexts().welcome
  const me = useData<typeof getMe>('/me').data
  if (me === null || !('isDemo' in me) || me.isDemo !== true) return null
  return (
    <div class="advice">
      <p>{t.demo}</p>
      <pre>
        <code>npm start -- init</code>
      </pre>
      <p class="facts">{t.demoHint}</p>
    </div>
  )
}
