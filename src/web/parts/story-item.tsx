import { useMemo } from 'preact/hooks'
import type { Article } from '../api-types.ts'
import type { Item } from '../items.ts'
import { usePage, useTexts } from '../page.ts'
import type { DigestItem, ShownStory } from '../today-view.ts'
import { ArticleButtons } from './article-buttons.tsx'
import { ArticleLink } from './article-link.tsx'
import { Time } from './time.tsx'
import { useItem } from './use-item.ts'

export interface StoryItemProps {
  readonly story: ShownStory
  /** How much is told: the first of all, a top story, one of a section, a line. */
  readonly size: 'lead' | 'top' | 'brief' | 'line'
}

/** One story of the front page or of a digest: its headline opens the text here, its newsrooms the story. */
export function StoryItem({ story, size }: StoryItemProps) {
  const { states } = usePage()
  const { item, lead, articles } = story
  const isRead = lead !== null && articles.every((article) => states.of(article).value.read)
  const classes = `story ${size}${isRead ? ' is-read' : ''}`
  const content = (
    <>
      {size === 'lead' && lead?.image != null && <LeadPicture article={lead} />}
      <Headline story={story} />
      <StoryFacts story={story} />
      {size !== 'line' && <Summary item={item} isBrief={size === 'brief'} />}
      {size !== 'line' && <WhatIsNew story={story} />}
      {(size === 'lead' || size === 'top') && <Differing item={item} />}
      {(size === 'lead' || size === 'top') && <OtherNewsrooms item={item} story={story} />}
      {lead !== null && (
        <div class="foot">
          <ArticleButtons article={lead} votes={size !== 'line'} />
          {size !== 'line' && <WhyHere story={story} />}
        </div>
      )}
    </>
  )
  return lead === null ? (
    <article class={classes}>{content}</article>
  ) : (
    <ReadableStory classes={classes} lead={lead} articles={articles} storyKey={item.key}>
      {content}
    </ReadableStory>
  )
}

interface ReadableStoryProps {
  readonly classes: string
  readonly lead: Article
  readonly articles: readonly Article[]
  readonly storyKey: string
  readonly children: preact.ComponentChildren
}

/** A story whose text is still stored: the keyboard and scrolling know it. */
function ReadableStory({ classes, lead, articles, storyKey, children }: ReadableStoryProps) {
  const item = useMemo((): Item => ({ article: lead, articles, story: storyKey }), [lead, articles, storyKey])
  const element = useItem(item)
  return (
    <article class={classes} tabIndex={-1} data-item ref={element}>
      {children}
    </article>
  )
}

/** The headline below says what it shows, and leads to the same place. */
const LeadPicture = ({ article: { image } }: { readonly article: Article }) => (
  <img class="picture" src={image ?? ''} alt="" decoding="async" referrerpolicy="no-referrer" />
)

function Headline({ story: { item, lead } }: { readonly story: ShownStory }) {
  const t = useTexts().article
  const { language, title, url, kind } = item.lead
  return (
    <h3 dir="auto" lang={language ?? undefined}>
      {kind !== undefined && <span class="kind">{t.kind[kind]}</span>}
      {lead === null ? <a href={url ?? '#'}>{title}</a> : <ArticleLink article={lead}>{lead.title}</ArticleLink>}
    </h3>
  )
}

function StoryFacts({ story: { item, lead } }: { readonly story: ShownStory }) {
  const t = useTexts().story
  const { related } = item
  // Of the other languages a digest names only those whose news is not overtaken, so that they are not counted.
  const isInSeveral = (item.inOtherLanguages ?? []).some(({ language }) => language !== item.lead.language)
  return (
    <p class="facts">
      <b>{lead?.sourceName ?? item.lead.sourceName}</b> · <Time at={item.lead.published} />
      {related.newsrooms > 1 && (
        <>
          {' · '}
          <a href={`/stories/${item.key}`}>
            {isInSeveral ? t.newsroomsIn(related.newsrooms) : t.newsrooms(related.newsrooms)}
          </a>
        </>
      )}
      {related.reprints > 0 && `, ${t.reprints(related.reprints)}`}
    </p>
  )
}

/** Sentences of one event are a paragraph. */
function Summary({ item, isBrief }: { readonly item: DigestItem; readonly isBrief: boolean }) {
  const sentences = isBrief ? item.summary.slice(0, 1) : item.summary
  if (sentences.length === 0) return null
  const events = [...new Set(sentences.map(({ event }) => event ?? 0))]
  return (
    <>
      {events.map((event) => (
        <p class="summary" dir="auto" lang={item.lead.language ?? undefined} key={event}>
          {sentences
            .filter((sentence) => (sentence.event ?? 0) === event)
            .map(({ text }) => text)
            .join(joiner(item.lead.language))}
        </p>
      ))}
    </>
  )
}

/** Chinese and Japanese have no space between sentences. */
const joiner = (language: string | null): string => (/^(zh|ja)/.test(language ?? '') ? '' : ' ')

/** What came into the story since the reader last looked. */
function WhatIsNew({ story: { fresh, item } }: { readonly story: ShownStory }) {
  const t = useTexts().today
  if (fresh === null) return null
  return (
    <p class="news">
      <b>
        {t.newSince.before}
        <Time at={fresh.since} />
        {t.newSince.after} {t.newIn(fresh.articles)}
      </b>{' '}
      {fresh.sentence !== null && (
        <span dir="auto" lang={item.lead.language ?? undefined}>
          {fresh.sentence}
        </span>
      )}
    </p>
  )
}

function Differing({ item: { differing } }: { readonly item: DigestItem }) {
  const t = useTexts()
  if (differing === undefined || differing.length === 0) return null
  return (
    <p class="differing">
      {t.today.figuresDiffer}:{' '}
      {differing
        .map(
          ({ kind, value, sourceName }) => `${t.story.figureOf[kind]?.(value) ?? `${value} ${kind}`} (${sourceName})`,
        )
        .join('; ')}
    </p>
  )
}

/** The other newsrooms, without script too. */
function OtherNewsrooms({ item, story }: { readonly item: DigestItem; readonly story: ShownStory }) {
  const t = useTexts().today
  const others = [...item.others, ...(item.inOtherLanguages ?? [])]
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ sourceName }) => sourceName))]
  return (
    <details class="others">
      <summary>{t.more(others.length, names.slice(0, 6).join(', '))}</summary>
      <ul>
        {others.map((one) => {
          const stored = story.byKey(one.key)
          return (
            <li key={one.key}>
              <a
                href={stored === null ? (one.url ?? '#') : `/articles/${stored.id}`}
                dir="auto"
                lang={one.language ?? undefined}
              >
                {one.title}
              </a>{' '}
              <span class="facts">
                {one.sourceName} · <Time at={one.published} />
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** Score, tier and label: the reasons, for who asks. */
function WhyHere({ story: { item, lead } }: { readonly story: ShownStory }) {
  const t = useTexts()
  return (
    <details class="why">
      <summary>{t.article.why}</summary>
      <dl>
        <dt>{t.why.label}</dt>
        <dd dir="auto">{item.label}</dd>
        <dt>{t.article.score}</dt>
        <dd>{t.why.outOf(item.score)}</dd>
        <dt>{t.why.tier}</dt>
        <dd>{item.lead.tier}</dd>
        {item.trend?.tag != null && (
          <>
            <dt>{t.why.trend}</dt>
            <dd>
              {t.why.trends[item.trend.tag]} ({item.trend.before} → {item.trend.now})
            </dd>
          </>
        )}
      </dl>
      {lead !== null && (
        <p>
          <a href={`/articles/${lead.id}?why=1`}>{t.why.all}</a> · <a href={`/stories/${item.key}`}>{t.story.why}</a>
        </p>
      )}
    </details>
  )
}
