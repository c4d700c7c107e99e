import { useMemo } from 'preact/hooks'
import type { Article } from '../api-types.ts'
import type { Item } from '../items.ts'
import { usePage, useTexts } from '../page.ts'
import { ArticleButtons } from './article-buttons.tsx'
import { ArticleLink } from './article-link.tsx'
import { Time } from './time.tsx'
import { useItem } from './use-item.ts'

/** A piece of text in which what was looked for is marked. */
export type Snippet = readonly { readonly text: string; readonly hit: boolean }[]

export interface ArticleLineProps {
  readonly article: Article
  readonly snippet?: Snippet | undefined
  /** Whether the line stands for the whole story of its article. */
  readonly isStory?: boolean
  /** Of its headline: 2 where nothing stands between it and the name of the screen. */
  readonly level?: 2 | 3
  /** Whether nothing is told of its story: on the screen of that story. */
  readonly isAlone?: boolean
}

/** One article of a list: headline, where and when, its beginning. */
export function ArticleLine({ article, snippet, isStory = false, level = 3, isAlone = false }: ArticleLineProps) {
  const { states } = usePage()
  const { read } = states.of(article).value
  const story = isStory ? (article.story?.id ?? null) : null
  const item = useMemo((): Item => ({ article, articles: [article], story }), [article, story])
  const element = useItem(item)
  return (
    <article class={read ? 'line is-read' : 'line'} tabIndex={-1} data-item ref={element}>
      {article.image !== null && <Thumbnail url={article.image} />}
      <h3 aria-level={level} dir="auto" lang={article.language ?? undefined}>
        <ArticleLink article={article}>{article.title}</ArticleLink>
      </h3>
      <ArticleFacts article={article} isAlone={isAlone} />
      {snippet === undefined ? <Beginning article={article} /> : <FoundIn snippet={snippet} />}
      <ArticleButtons article={article} />
    </article>
  )
}

/** The headline says what the picture shows. */
const Thumbnail = ({ url }: { readonly url: string }) => (
  <img class="thumbnail" src={url} alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />
)

const Beginning = ({ article: { description, language } }: { readonly article: Article }) =>
  description === null ? null : (
    <p class="beginning" dir="auto" lang={language ?? undefined}>
      {description}
    </p>
  )

const FoundIn = ({ snippet }: { readonly snippet: Snippet }) => (
  <p class="beginning" dir="auto">
    {snippet.map(({ text, hit }) => (hit ? <mark>{text}</mark> : text))}
  </p>
)

interface ArticleFactsProps {
  readonly article: Article
  readonly isAlone?: boolean
}

/** Who, when, and how many others. */
export function ArticleFacts({ article, isAlone = false }: ArticleFactsProps) {
  const t = useTexts()
  const { states } = usePage()
  const { story, sourceName, publishedAt, readingMinutes, highlighted, updatedAt } = article
  return (
    <p class="facts">
      {!states.of(article).value.read && <span class="unseen">{t.article.unread} </span>}
      <b>{sourceName}</b> · <Time at={publishedAt} />
      {updatedAt !== null && article.revisions > 0 && (
        <>
          {' '}
          · {t.article.updated} <Time at={updatedAt} />
        </>
      )}
      {readingMinutes > 1 && ` · ${t.article.minutes(readingMinutes)}`}
      {!isAlone && story !== null && story.newsrooms > 1 && (
        <>
          {' · '}
          <a href={`/stories/${story.id}`}>{t.story.newsrooms(story.newsrooms)}</a>
        </>
      )}
      {highlighted && <span class="mark"> · {t.article.highlighted}</span>}
    </p>
  )
}
