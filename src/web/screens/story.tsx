import type { getStory } from '../../http/contract/stories.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ArticleLine } from '../parts/article-line.tsx'
import { HeadlineChanges } from '../parts/headline-changes.tsx'
import { LinkList } from '../parts/link-list.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { StoryCorrections, TakeOut } from '../parts/story-corrections.tsx'
import { StoryFigures } from '../parts/story-figures.tsx'
import { Time } from '../parts/time.tsx'

export type WholeStory = Answer<typeof getStory>
export type StoryMember = WholeStory['members']['items'][number]

/** One event as all newsrooms told it: who was first, what changed, and why these articles belong together. */
export function StoryScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { data } = usePage()
  const path = `/stories/${params.id}`
  return (
    <ShowLoaded of={useData<typeof getStory>(path)} retry={() => void data.reload(path)}>
      {(story) => <Story story={story} path={path} />}
    </ShowLoaded>
  )
}

function Story({ story, path }: { readonly story: WholeStory; readonly path: string }) {
  const t = useTexts().story
  const members = story.members.items
  return (
    <div class="whole-story">
      <header class="text-head">
        <p class="facts">{t.title}</p>
        <h1 dir="auto" lang={story.lead?.language ?? undefined}>
          {story.lead?.title ?? members[0]?.article.title ?? ''}
        </h1>
        <StoryNumbers story={story} />
        <StoryButtons story={story} path={path} />
      </header>
      <StoryFigures story={story} />
      <section class="section" aria-labelledby="timeline">
        <h2 id="timeline">{t.timeline}</h2>
        <ol class="timeline plain">
          {members.map((member, at) => (
            <Member key={member.article.id} member={member} isFirst={at === 0} members={members} story={story} />
          ))}
        </ol>
        {members.length === 1 && <p class="facts">{t.alone}</p>}
      </section>
      <HeadlineChanges members={members} />
      <StoryCorrections story={story} />
    </div>
  )
}

function StoryNumbers({ story }: { readonly story: WholeStory }) {
  const t = useTexts().story
  return (
    <p class="facts">
      {t.articles(story.articles)} · {story.newsrooms > 1 ? t.newsrooms(story.newsrooms) : t.oneNewsroom}
      {story.reprints > 0 && ` · ${t.reprints(story.reprints)}`} · <Time at={story.firstAt} /> –{' '}
      <Time at={story.lastAt} />
    </p>
  )
}

function StoryButtons({ story, path }: { readonly story: WholeStory; readonly path: string }) {
  const { actions, call, data } = usePage()
  const t = useTexts().story
  const articles = story.members.items.map(({ article }) => article)
  async function follow(): Promise<void> {
    const rollBack = data.change<WholeStory>(path, (one) => ({ ...one, followed: !one.followed }))
    const done = await actions.attempt(() => call(story.followed ? 'DELETE' : 'PUT', `${path}/follow`))
    if (done === null) rollBack()
  }
  return (
    <p class="buttons">
      <button type="button" aria-pressed={story.followed} title={t.followHint} onClick={() => void follow()}>
        {story.followed ? t.unfollow : t.follow}
      </button>
      <button type="button" data-key="a" onClick={() => actions.readStory(story.id, articles)}>
        {t.markRead}
      </button>
    </p>
  )
}

interface MemberProps {
  readonly member: StoryMember
  readonly isFirst: boolean
  readonly members: readonly StoryMember[]
  readonly story: WholeStory
}

function Member({ member, isFirst, members, story }: MemberProps) {
  const texts = useTexts()
  const t = texts.story
  const { article, copyOf, cause, links } = member
  const original = members.find((other) => other.article.id === copyOf)?.article.sourceName
  return (
    <li>
      <ArticleLine article={article} />
      {isFirst && story.articles > 1 && <p class="facts mark">{t.first}</p>}
      {original !== undefined && <p class="facts">{t.copyOf(original)}</p>}
      <details class="why">
        <summary>{t.whyOne}</summary>
        <p>{texts.links.causes[cause]}</p>
        <LinkList links={links} />
      </details>
      <TakeOut member={member} members={members} />
    </li>
  )
}
