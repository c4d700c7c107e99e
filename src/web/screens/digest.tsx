import { useMemo } from 'preact/hooks'
import type { getDigest } from '../../http/contract/digests.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ArticleLine } from '../parts/article-line.tsx'
import { Corrections } from '../parts/corrections.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { StoryItem } from '../parts/story-item.tsx'
import { Time } from '../parts/time.tsx'
import { freshInDigest, type ShownDigest, shownStories } from '../today-view.ts'

/** A digest as it was made: a frozen edition. Opening it marks nothing as read. */
export function DigestScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { data } = usePage()
  const path = `/digests/${params.date}/${params.type}`
  return (
    <ShowLoaded of={useData<typeof getDigest>(path)} retry={() => void data.reload(path)}>
      {(shown) => <Edition shown={shown} />}
    </ShowLoaded>
  )
}

function Edition({ shown }: { readonly shown: ShownDigest }) {
  const t = useTexts()
  const { digest } = shown
  const show = useMemo(() => shownStories(shown, freshInDigest), [shown])
  const [lead, ...rest] = digest.topStories.map(show)
  return (
    <div class="edition" data-frozen>
      <header class="headline-bar">
        <h1>{t.digests[digest.type]}</h1>
        <p class="facts">
          <Time at={digest.window.from} /> – <Time at={digest.window.to} /> · {t.story.articles(digest.articles)}
        </p>
      </header>
      <Corrections corrections={digest.corrections ?? []} />
      <section class="top-stories" aria-label={t.today.topStories}>
        {lead !== undefined && <StoryItem story={lead} size="lead" />}
        <div class="rest">
          {rest.map((story) => (
            <StoryItem key={story.item.key} story={story} size="top" />
          ))}
        </div>
      </section>
      {digest.noteworthy.length > 0 && (
        <section class="section" aria-labelledby="noteworthy">
          <h2 id="noteworthy">{t.today.noteworthy}</h2>
          <div class="briefs">
            {digest.noteworthy.flatMap(({ items }) =>
              items.map((item) => <StoryItem key={item.key} story={show(item)} size="brief" />),
            )}
          </div>
        </section>
      )}
      {digest.alsoMentioned.length > 0 && (
        <section class="section" aria-labelledby="also">
          <h2 id="also">{t.today.also}</h2>
          <div class="briefs">
            {digest.alsoMentioned.map((item) => (
              <StoryItem key={item.key} story={show(item)} size="line" />
            ))}
          </div>
        </section>
      )}
      <EditionTabs shown={shown} />
    </div>
  )
}

function EditionTabs({ shown: { digest, articles } }: { readonly shown: ShownDigest }) {
  const byKey = new Map(articles.map((article) => [article.key, article]))
  return (
    <>
      {digest.tabs.map(({ id, name, language, items }) => {
        const stored = items.flatMap(({ article }) => byKey.get(article.key) ?? [])
        if (stored.length === 0) return null
        return (
          <section class="section" key={id} aria-labelledby={`tab-${id}`} lang={language ?? undefined}>
            <h2 id={`tab-${id}`} dir="auto">
              {name}
            </h2>
            <div class="briefs">
              {stored.map((article) => (
                <ArticleLine key={article.id} article={article} />
              ))}
            </div>
          </section>
        )
      })}
    </>
  )
}
