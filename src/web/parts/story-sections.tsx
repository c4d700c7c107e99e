import { useTexts } from '../page.ts'
import type { DigestItem, ShownDigest, ShownStory } from '../today-view.ts'
import { StoryItem } from './story-item.tsx'

interface SectionProps {
  readonly digest: ShownDigest['digest']
  readonly show: (item: DigestItem) => ShownStory
}

/** The stories that lead a front page or a digest, the first of them large. */
export function TopStories({ digest, show }: SectionProps) {
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

/** What matters less, by category. */
export function Noteworthy({ digest: { noteworthy, folded = [] }, show }: SectionProps) {
  const t = useTexts().today
  if (noteworthy.length + folded.length === 0) return null
  return (
    <section class="section" aria-labelledby="noteworthy">
      <h2 id="noteworthy">{t.noteworthy}</h2>
      <div class="briefs">
        {noteworthy.map(({ category, items }) => (
          <div class="group" key={category}>
            {noteworthy.length > 1 && (
              <h3 class="category" dir="auto">
                {category}
              </h3>
            )}
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

/** What is worth a line. */
export function AlsoMentioned({ digest: { alsoMentioned: items }, show }: SectionProps) {
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
