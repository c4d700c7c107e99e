import { useRef, useState } from 'preact/hooks'
import type { Feed } from '../../http/contract/feeds.ts'
import { useTexts } from '../page.ts'
import { stateWords, visitWords } from '../reason-words.ts'
import { EditFeed } from './edit-feed.tsx'
import { FeedHealth, NextVisit } from './feed-health.tsx'
import { Icon } from './icon.tsx'
import { Sparkline } from './sparkline.tsx'

/** One feed in a list: how it is, what it brought, when it is visited next and why. */
export function FeedLine({ feed }: { readonly feed: Feed }) {
  const texts = useTexts()
  const t = texts.feeds
  const next = visitWords(texts, feed.nextVisit, feed.nextBecause)
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEdited(false)
    button.current?.focus()
  }
  return (
    <>
      <div class="feed-line">
        <p class="feed-name">
          <a href={`/feeds/${feed.id}`} dir="auto">
            {feed.name}
          </a>
          {feed.hidden && <span class="facts"> {t.hidden}</span>}
        </p>
        <p class="feed-month">
          <Sparkline values={feed.newPerDay} />
          <span class="facts">{t.perMonth(feed.postsPerMonth)}</span>
        </p>
        <p class="facts feed-facts">
          <FeedHealth feed={feed} />
          {feed.unread > 0 && (
            <>
              {' '}
              · <a href={`/latest?feed=${feed.id}&unread=1`}>{t.unread(feed.unread)}</a>
            </>
          )}{' '}
          · {feed.nextAt !== null && t.nextVisit} <NextVisit at={feed.nextAt} />
          {next !== stateWords(texts, feed) && `, ${next}`}
        </p>
        <p class="buttons">
          <button
            type="button"
            ref={button}
            aria-expanded={isEdited}
            title={t.editOf(feed.name)}
            onClick={() => setEdited(!isEdited)}
          >
            <Icon name="edit" />
            <span class="unseen">{t.editOf(feed.name)}</span>
          </button>
        </p>
      </div>
      {isEdited && <EditFeed subscription={feed.subscription} onClose={close} />}
    </>
  )
}
