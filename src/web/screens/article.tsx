import { useEffect, useState } from 'preact/hooks'
import type { getArticle } from '../../http/contract/articles.ts'
import type { getStory } from '../../http/contract/stories.ts'
import type { WholeArticle } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ArticleButtons } from '../parts/article-buttons.tsx'
import { ArticleMedia } from '../parts/article-media.tsx'
import { ArticleReasons } from '../parts/article-reasons.tsx'
import { ArticleShare } from '../parts/article-share.tsx'
import { ArticleText } from '../parts/article-text.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { Revisions } from '../parts/revisions.tsx'
import { Time } from '../parts/time.tsx'

/** One article to be read, with its story beside it. */
export function ArticleScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { data } = usePage()
  const path = `/articles/${params.id}`
  const article = useData<typeof getArticle>(path)
  return (
    <ShowLoaded of={article} retry={() => void data.reload(path)}>
      {(loaded) => <Reading key={loaded.id} article={loaded} />}
    </ShowLoaded>
  )
}

function Reading({ article }: { readonly article: WholeArticle }) {
  const { actions, location, states } = usePage()
  const wantsReasons = location.place.value.query.get('why') === '1'
  useEffect(() => {
    states.refresh([article])
    if (!article.state.read) actions.open(article)
    // Once for each article that is opened, not for each change of its state.
  }, [article.id])
  return (
    <div class="reading">
      <article class="text">
        <ArticleHead article={article} />
        <ArticleText article={article} />
        <ArticleMedia article={article} />
        {article.revisions > 0 && <Revisions article={article} />}
        <footer class="text-foot">
          <ArticleButtons article={article} votes />
          <ArticleShare article={article} />
          <ReasonsOnDemand article={article} isOpen={wantsReasons} />
        </footer>
      </article>
      {article.story !== null && <StoryBeside article={article} story={article.story.id} />}
    </div>
  )
}

function ArticleHead({ article }: { readonly article: WholeArticle }) {
  const t = useTexts().article
  const { title, language, url, author, publishedAt, sourceName, feed, dateUncertain, readingMinutes } = article
  return (
    <header class="text-head">
      <p class="facts">
        <a href={`/latest?feed=${feed}&all=1`}>
          <b>{sourceName}</b>
        </a>
        {article.category !== null && ` · ${article.category}`}
      </p>
      <h1 dir="auto" lang={language ?? undefined}>
        {url === null ? (
          title
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer" data-original>
            {title}
          </a>
        )}
      </h1>
      <p class="facts">
        {author !== null && `${t.by(author)} · `}
        <Time at={publishedAt} />
        {dateUncertain && ` (${t.uncertain})`}
        {readingMinutes > 0 && ` · ${t.minutes(readingMinutes)}`}
        {article.updatedAt !== null && article.revisions > 0 && (
          <>
            {' '}
            · {t.updated} <Time at={article.updatedAt} />
          </>
        )}
      </p>
      <ArticleButtons article={article} votes />
    </header>
  )
}

/** Why it is here: loaded when asked for, since most readers never ask. */
function ReasonsOnDemand({ article, isOpen }: { readonly article: WholeArticle; readonly isOpen: boolean }) {
  const t = useTexts().article
  const [isWanted, setWanted] = useState(isOpen)
  return (
    <details class="why" id="why" open={isOpen} onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary data-key="w">{t.why}</summary>
      {isWanted && <ArticleReasons id={article.id} />}
    </details>
  )
}

/** Who else tells it, newest last. */
function StoryBeside({ article, story }: { readonly article: WholeArticle; readonly story: string }) {
  const t = useTexts()
  const { data } = useData<typeof getStory>(`/stories/${story}`)
  const others = data?.members.items.filter((member) => member.article.id !== article.id) ?? []
  return (
    <aside class="beside" aria-labelledby="its-story">
      <h2 id="its-story">
        <a href={`/stories/${story}`} data-key="t">
          {t.article.itsStory}
        </a>
      </h2>
      <p class="facts">
        {data === null || data.newsrooms <= 1 ? t.story.oneNewsroom : t.story.newsrooms(data.newsrooms)}
        {data !== null && data.reprints > 0 && `, ${t.story.reprints(data.reprints)}`}
      </p>
      {data !== null && others.length === 0 && <p class="facts">{t.story.alone}</p>}
      <ol class="plain">
        {others.slice(0, 12).map(({ article: other }) => (
          <li key={other.id}>
            <a href={`/articles/${other.id}`} dir="auto" lang={other.language ?? undefined}>
              {other.title}
            </a>
            <p class="facts">
              {other.sourceName} · <Time at={other.publishedAt} />
            </p>
          </li>
        ))}
      </ol>
      {others.length > 12 && <a href={`/stories/${story}`}>{t.today.showAll(others.length)}</a>}
    </aside>
  )
}
