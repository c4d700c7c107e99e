import type { Feed } from '../../http/contract/feeds.ts'
import { usePage, useTexts } from '../page.ts'
import { stateWords } from '../reason-words.ts'
import { Time } from './time.tsx'

/** How a feed is, in words; why, where there is something to know. */
export function FeedHealth({ feed }: { readonly feed: Feed }) {
  const texts = useTexts()
  const t = texts.feeds
  const isWell = feed.state === 'healthy'
  return (
    <span class={isWell || feed.state === 'new' ? undefined : 'mark'}>
      {isWell ? t.states.healthy : `${t.states[feed.state]}: ${stateWords(texts, feed)}`}
    </span>
  )
}

/** When a feed is visited next. */
export function NextVisit({ at }: { readonly at: string | null }) {
  const { now } = usePage()
  const t = useTexts().feeds
  if (at === null) return t.notAgain
  return Date.parse(at) <= now.value ? t.visitDue : <Time at={at} />
}
