import { useMemo } from 'preact/hooks'
import type { getDigest } from '../../http/contract/digests.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { Corrections } from '../parts/corrections.tsx'
import { EditionDeliveries } from '../parts/edition-deliveries.tsx'
import { EditionHead, EditionLinks } from '../parts/edition-head.tsx'
import { EditionReport } from '../parts/edition-report.tsx'
import { EditionTabs } from '../parts/edition-tabs.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { StoryItem } from '../parts/story-item.tsx'
import { type DigestItem, freshInDigest, type ShownStory, shownStories } from '../today-view.ts'

export type KeptDigest = Answer<typeof getDigest>

/** A digest as it was made: a frozen edition. Opening it marks nothing as read. */
export function DigestScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { data } = usePage()
  const path = `/digests/${params.date}/${params.type}`
  return (
    <ShowLoaded of={useData<typeof getDigest>(path)} retry={() => void data.reload(path)}>
      {(kept) => <Edition kept={kept} path={path} />}
    </ShowLoaded>
  )
}

function Edition({ kept, path }: { readonly kept: KeptDigest; readonly path: string }) {
  const { digest } = kept
  const show = useMemo(() => shownStories(kept, freshInDigest), [kept])
  return (
    <div class="edition" data-frozen>
      <EditionLinks before={kept.before} after={kept.after} />
      <EditionHead digest={digest} />
      <Corrections corrections={digest.corrections ?? []} />
      <TopStories digest={digest} show={show} />
      <Noteworthy digest={digest} show={show} />
      <AlsoMentioned items={digest.alsoMentioned} show={show} />
      <EditionTabs digest={digest} articles={kept.articles} />
      <EditionReport digest={digest} />
      <EditionDeliveries path={path} />
    </div>
  )
}

interface PartProps {
  readonly digest: KeptDigest['digest']
  readonly show: (item: DigestItem) => ShownStory
}

function TopStories({ digest, show }: PartProps) {
  const t = useTexts().today
  const [lead, ...rest] = digest.topStories.map(show)
  if (lead === undefined) return null
  return (
    <section class="top-stories" aria-labelledby="top-stories">
      <h2 id="top-stories" class={digest.isUncorroborated ? undefined : 'unseen'}>
        {digest.isUncorroborated ? t.newest : t.topStories}
      </h2>
      <StoryItem story={lead} size="lead" />
      {rest.length > 0 && (
        <div class="rest">
          {rest.map((story) => (
            <StoryItem key={story.item.key} story={story} size="top" />
          ))}
        </div>
      )}
    </section>
  )
}

function Noteworthy({ digest: { noteworthy, folded = [] }, show }: PartProps) {
  const t = useTexts().today
  if (noteworthy.length + folded.length === 0) return null
  return (
    <section class="section" aria-labelledby="noteworthy">
      <h2 id="noteworthy">{t.noteworthy}</h2>
      <div class="briefs">
        {noteworthy.map(({ category, items }) => (
          <div class="group" key={category}>
            <h3 class="category" dir="auto">
              {category}
            </h3>
            {items.map((item) => (
              <StoryItem key={item.key} story={show(item)} size="brief" />
            ))}
          </div>
        ))}
      </div>
      {folded.length > 0 && (
        <p class="facts">{folded.map(({ items, sourceName }) => t.folded(items, sourceName)).join('; ')}</p>
      )}
    </section>
  )
}

function AlsoMentioned({ items, show }: Pick<PartProps, 'show'> & { readonly items: readonly DigestItem[] }) {
  const t = useTexts().today
  if (items.length === 0) return null
  return (
    <section class="section" aria-labelledby="also">
      <h2 id="also">{t.also}</h2>
      <div class="briefs">
        {items.map((item) => (
          <StoryItem key={item.key} story={show(item)} size="line" />
        ))}
      </div>
    </section>
  )
}
