import {
  distinctInterests,
  type Interest,
  type InterestPage,
  isLearned,
  type Move,
  shareOf,
  type VoteEffect,
  voteEffects,
} from '../interest-view.ts'
import { openedList } from '../list-pages.ts'
import { usePage, useTexts } from '../page.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Icon } from './icon.tsx'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

/** The heaviest first: who wants the long tail asks for it. */
export const INTERESTS_PATH = '/interests?limit=20'

const FORGET_PATH = '/interests/forget'

/** What the reader cares about, from which articles that was learned, and how to have it forgotten. */
export function Interests() {
  const page = usePage()
  const { data } = page
  const { first, items, more, isLoading } = openedList<InterestPage>(page, INTERESTS_PATH)
  const t = useTexts()
  return (
    <ShowLoaded of={first} retry={() => void data.reload(INTERESTS_PATH)}>
      {({ learning }) => (
        <>
          <section class="section" aria-labelledby="interests">
            <h2 id="interests">{t.tuning.interests}</h2>
            <Learning learning={learning} />
            {items.length === 0 && <p class="empty">{t.tuning.nothingLearned}</p>}
            <InterestList interests={distinctInterests(items)} />
            {more !== null && (
              <p>
                <button type="button" disabled={isLoading} onClick={more}>
                  {t.lists.loadMore}
                </button>
              </p>
            )}
            {learning.articles > 0 && <ForgetAll />}
          </section>
          <Votes effects={voteEffects(items)} />
        </>
      )}
    </ShowLoaded>
  )
}

/** How far learning has come: until there is enough it changes nothing. */
function Learning({ learning }: { readonly learning: InterestPage['learning'] }) {
  const t = useTexts().tuning
  const { counts, articles, leastArticles, days, leastDays } = learning
  if (counts) return <p>{t.learned(articles)}</p>
  return (
    <div class="learning">
      <p>
        <b>{t.learning(Math.min(articles, leastArticles), leastArticles)}</b>{' '}
        {t.learningDays(Math.min(days, leastDays), leastDays)}
      </p>
      <progress max={leastArticles} value={Math.min(articles, leastArticles)} aria-label={t.progress} />
      <p class="facts">{t.learningHint}</p>
    </div>
  )
}

function InterestList({ interests }: { readonly interests: readonly Interest[] }) {
  return (
    <ul class="plain rows">
      {interests.map((interest) => (
        <InterestLine key={interest.term} interest={interest} share={shareOf(interest.weight, interests)} />
      ))}
    </ul>
  )
}

function InterestLine({ interest, share }: { readonly interest: Interest; readonly share: number }) {
  const { actions, call, data } = usePage()
  const t = useTexts().tuning
  const { term, written, weight, isConfigured, moves } = interest
  async function forget(): Promise<void> {
    await actions.attempt(() => call('POST', FORGET_PATH, { term }), t.forgotten(written))
    data.invalidate('/interests')
  }
  return (
    <li class="interest">
      <b dir="auto">{written}</b>
      <Weight weight={weight} share={share} />
      <div>
        {isConfigured && <p class="facts">{t.configured}</p>}
        {isLearned(interest) && (
          <details>
            <summary class="facts">{t.whence}</summary>
            <ul class="plain facts">
              {moves.map((move, at) => (
                // One article may have moved a word twice.
                <MoveLine key={at} move={move} />
              ))}
            </ul>
          </details>
        )}
      </div>
      {isLearned(interest) && (
        <button type="button" class="link" onClick={() => void forget()}>
          {t.forget}
          <span class="unseen"> {written}</span>
        </button>
      )}
    </li>
  )
}

/** More or less, and how much beside the others: as a word and as a bar. */
function Weight({ weight, share }: { readonly weight: number; readonly share: number }) {
  const t = useTexts().tuning
  return (
    <span class={weight < 0 ? 'weight is-less' : 'weight'}>
      <svg viewBox="0 0 100 8" width="100" height="8" preserveAspectRatio="none" aria-hidden="true">
        <rect x="0" y="0" width={Math.max(share, 2)} height="8" />
      </svg>
      <span class="facts">{weight < 0 ? t.less : t.more}</span>
    </span>
  )
}

function MoveLine({ move: { cause, article, at } }: { readonly move: Move }) {
  const t = useTexts().tuning
  return (
    <li>
      {t.causes[cause]}
      {article !== null && (
        <>
          :{' '}
          <a href={`/articles/${article.id}`} dir="auto">
            {article.title}
          </a>
        </>
      )}
      {at !== null && (
        <>
          {' '}
          · <Time at={at} />
        </>
      )}
    </li>
  )
}

function ForgetAll() {
  const { actions, call, data } = usePage()
  const t = useTexts().tuning
  async function forget(): Promise<void> {
    await actions.attempt(() => call('POST', FORGET_PATH, { all: true }), t.allForgotten)
    data.invalidate('/interests')
  }
  return (
    <p>
      <ConfirmButton
        label={t.forgetAll}
        question={t.forgetAllQuestion}
        confirm={t.forgetAllConfirm}
        onConfirm={() => void forget()}
      />
    </p>
  )
}

/** What "more like this" and "less like this" did. */
function Votes({ effects }: { readonly effects: readonly VoteEffect[] }) {
  const t = useTexts().tuning
  return (
    <section class="section" aria-labelledby="votes">
      <h2 id="votes">{t.votes}</h2>
      {effects.length === 0 ? (
        <p class="facts">{t.noVotes}</p>
      ) : (
        <ul class="plain rows">
          {effects.map(({ article, cause, at, words }) => (
            <li key={`${cause} ${article.id}`} class="row">
              <Icon name={cause} />
              <span class="grow">
                {t.voted[cause]}{' '}
                <a href={`/articles/${article.id}`} dir="auto">
                  {article.title}
                </a>
                <span class="facts">
                  {t.effect[cause](words.join(', '))}
                  {at !== null && (
                    <>
                      {' '}
                      · <Time at={at} />
                    </>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
