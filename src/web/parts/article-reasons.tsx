import type { whyArticle } from '../../http/contract/stories.ts'
import type { Answer } from '../api-types.ts'
import { useData, useTexts } from '../page.ts'
import { matchWords, scoreWords } from '../reason-words.ts'
import { LinkList } from './link-list.tsx'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

type Reasons = Answer<typeof whyArticle>

/** Everything that was decided about an article, with the values and thresholds behind it. */
export function ArticleReasons({ id }: { readonly id: number }) {
  const loaded = useData<typeof whyArticle>(`/articles/${id}/why`)
  return (
    <ShowLoaded of={loaded}>
      {(reasons) => (
        <div class="reasons">
          <ScoreParts score={reasons.score} />
          <Origins origins={reasons.origins} />
          <StoryLinks reasons={reasons} />
          <Matches matches={reasons.matches} />
        </div>
      )}
    </ShowLoaded>
  )
}

function ScoreParts({ score }: { readonly score: Reasons['score'] }) {
  const t = useTexts()
  if (score === null) return <p>{t.why.noScore}</p>
  return (
    <>
      <h2>
        {t.article.score}: {t.why.outOf(Math.round(score.value))}
      </h2>
      <dl>
        {score.parts.map(({ part, value, reason, words }) => (
          <>
            <dt>
              {t.why.parts[part]} <span class="facts">{Math.round(value)}</span>
            </dt>
            <dd>{scoreWords(t, reason, words)}</dd>
          </>
        ))}
      </dl>
    </>
  )
}

function Origins({ origins }: { readonly origins: Reasons['origins'] }) {
  const t = useTexts()
  return (
    <>
      <h2>{t.article.origins}</h2>
      <ul class="plain">
        {origins.map(({ feed, name, firstSeenAt, disposition, words }) => (
          <li key={`${feed} ${firstSeenAt}`}>
            <b>{name}</b>, <Time at={firstSeenAt} />: {t.why.dispositions[disposition] ?? words}
          </li>
        ))}
      </ul>
    </>
  )
}

function StoryLinks({ reasons: { story, links } }: { readonly reasons: Reasons }) {
  const t = useTexts()
  if (story === null) return null
  return (
    <>
      <h2>{t.story.whyOne}</h2>
      <p>{t.links.causes[story.cause]}</p>
      <LinkList links={links} />
    </>
  )
}

function Matches({ matches }: { readonly matches: Reasons['matches'] }) {
  const t = useTexts()
  if (matches.length === 0) return <p>{t.why.nothingAlike}</p>
  return (
    <>
      <h2>{t.article.matches}</h2>
      <ul class="plain">
        {matches.map((match) => (
          <li key={`${match.other?.id} ${match.layer}`}>
            {match.other !== null && <a href={`/articles/${match.other.id}`}>{match.other.title}</a>}{' '}
            {matchWords(t, match)}
          </li>
        ))}
      </ul>
    </>
  )
}
