import type { discoverSubscriptions } from '../../http/contract/subscriptions.ts'
import type { Answer } from '../api-types.ts'
import { useTexts } from '../page.ts'
import { Time } from './time.tsx'

interface FeedPreviewProps {
  readonly feed: Answer<typeof discoverSubscriptions>['candidates'][number]
  readonly add: () => void
}

/** A feed that was found, with its newest articles, before it is added. */
export function FeedPreview({ feed, add }: FeedPreviewProps) {
  const t = useTexts().addFeed
  const name = feed.title ?? feed.url
  return (
    <section class="preview" aria-label={name}>
      <h3 dir="auto">{name}</h3>
      <p class="facts">
        <span class="address">{feed.url}</span> · {feed.format} · {t.entries(feed.entries)}
      </p>
      {feed.newest.length === 0 && <p class="facts">{t.empty}</p>}
      <ul class="plain">
        {feed.newest.map(({ title, publishedAt }, at) => (
          <li key={at}>
            <span dir="auto">{title ?? t.untitled}</span>{' '}
            {publishedAt !== null && (
              <span class="facts">
                <Time at={publishedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {feed.subscription === null ? (
        <p>
          <button type="button" class="primary" onClick={add}>
            {t.add} <span class="unseen">{name}</span>
          </button>
        </p>
      ) : (
        <p class="facts">{t.have}</p>
      )}
    </section>
  )
}
