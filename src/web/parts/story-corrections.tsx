import { useState } from 'preact/hooks'
import type { search } from '../../http/contract/search.ts'
import type { getMe } from '../../http/contract/session.ts'
import { pathOf } from '../api.ts'
import type { Article } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import type { StoryMember, WholeStory } from '../screens/story.tsx'
import { type Correction, mayCorrect, useCorrections } from '../use-corrections.ts'
import { CorrectionPreview } from './correction-preview.tsx'
import { Field, Wrong } from './field.tsx'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

interface TakeOutProps {
  readonly member: StoryMember
  readonly members: readonly StoryMember[]
}

/** Takes an article out of its story, after showing what that would do. Only where it is allowed. */
export function TakeOut({ member, members }: TakeOutProps) {
  const t = useTexts().story
  const me = useData<typeof getMe>('/me').data
  const { problem, isBusy, trySplit, split } = useCorrections()
  const [tried, setTried] = useState<Correction | null>(null)
  const { article } = member
  const rest = members.find((other) => other.article.id !== article.id)
  if (!mayCorrect(me) || rest === undefined) return null
  return (
    <div class="take-out">
      {tried === null ? (
        <button
          type="button"
          class="link"
          disabled={isBusy}
          onClick={() => void trySplit(article.id).then((correction) => setTried(correction))}
        >
          {t.split}
          <span class="unseen">: {article.title}</span>
        </button>
      ) : (
        <CorrectionPreview
          says={t.splitPreview(tried.articles)}
          correction={tried}
          isBusy={isBusy}
          onConfirm={() => void split(article.id, rest.article.id).then(() => setTried(null))}
          onCancel={() => setTried(null)}
        />
      )}
      <Wrong problem={problem} />
    </div>
  )
}

/** Joins a story with another that tells the same event, found by searching. Only where it is allowed. */
export function StoryCorrections({ story }: { readonly story: WholeStory }) {
  const t = useTexts().story
  const me = useData<typeof getMe>('/me').data
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  if (!mayCorrect(me)) return null
  return (
    <section class="section" aria-labelledby="join">
      <h2 id="join">{t.join}</h2>
      <form
        class="line-form"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(words.trim() === '' ? null : words.trim())
        }}
      >
        <Field id="join-words" label={t.joinHint}>
          {(ties) => (
            <input
              {...ties}
              type="search"
              value={words}
              maxLength={1000}
              onInput={({ currentTarget }) => setWords(currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit">{t.joinFind}</button>
      </form>
      {asked !== null && <Candidates key={asked} words={asked} story={story} />}
    </section>
  )
}

/** How many articles are offered. */
const OFFERED = 10

function Candidates({ words, story }: { readonly words: string; readonly story: WholeStory }) {
  const { data } = usePage()
  const t = useTexts()
  const path = pathOf('/search', { q: words, limit: 50 })
  return (
    <ShowLoaded of={useData<typeof search>(path)} retry={() => void data.reload(path)}>
      {({ items }) => {
        const others = items.map(({ article }) => article).filter((article) => article.story?.id !== story.id)
        if (others.length === 0) return <p>{items.length === 0 ? t.search.nothing(words) : t.story.allInside}</p>
        return (
          <ul class="plain rows">
            {others.slice(0, OFFERED).map((article) => (
              <Candidate key={article.id} article={article} story={story} />
            ))}
          </ul>
        )
      }}
    </ShowLoaded>
  )
}

function Candidate({ article, story }: { readonly article: Article; readonly story: WholeStory }) {
  const t = useTexts().story
  const { problem, isBusy, tryJoin, join } = useCorrections()
  const [tried, setTried] = useState<Correction | null>(null)
  const own = story.members.items[0]?.article.id
  if (own === undefined) return null
  return (
    <li class="row">
      <span class="grow">
        <a href={`/articles/${article.id}`} dir="auto" lang={article.language ?? undefined}>
          {article.title}
        </a>
        <span class="facts">
          {article.sourceName} · <Time at={article.publishedAt} />
          {article.story !== null && article.story.articles > 1 && ` · ${t.articles(article.story.articles)}`}
        </span>
      </span>
      {tried === null && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void tryJoin(own, article.id).then((correction) => setTried(correction))}
        >
          {t.joinThis}
          <span class="unseen"> {article.title}</span>
        </button>
      )}
      {tried !== null && (
        <div class="own-line">
          <CorrectionPreview
            says={t.joinPreview(tried.articles)}
            correction={tried}
            isBusy={isBusy}
            onConfirm={() => void join(own, article.id).then(() => setTried(null))}
            onCancel={() => setTried(null)}
          />
        </div>
      )}
      <Wrong problem={problem} />
    </li>
  )
}
