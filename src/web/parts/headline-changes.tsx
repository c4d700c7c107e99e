import { useTexts } from '../page.ts'
import type { StoryMember } from '../screens/story.tsx'
import { Changes } from './revisions.tsx'
import { Time } from './time.tsx'

/** How the headlines of one story differ from the first in the same language. Copies are left out. */
export function HeadlineChanges({ members }: { readonly members: readonly StoryMember[] }) {
  const t = useTexts().story
  const originals = members.filter(({ copyOf }) => copyOf === null)
  const pairs = originals.flatMap(({ article }) => {
    const first = originals.find((other) => other.article.language === article.language)!.article
    return first.id === article.id || first.title === article.title ? [] : [{ first, article }]
  })
  if (pairs.length === 0) return null
  return (
    <section class="section" aria-labelledby="headlines">
      <h2 id="headlines">{t.headlines}</h2>
      <ul class="plain">
        {pairs.map(({ first, article }) => (
          <li key={article.id}>
            <p class="diff" dir="auto" lang={article.language ?? undefined}>
              <Changes before={first.title} after={article.title} />
            </p>
            <p class="facts">
              {first.sourceName}, <Time at={first.publishedAt} /> → {article.sourceName},{' '}
              <Time at={article.publishedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
