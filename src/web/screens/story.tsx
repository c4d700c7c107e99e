import type { getStory } from '../../http/contract/stories.ts'
import type { Answer } from '../api-types.ts'
import { type OpenedList, openedListIn } from '../list-pages.ts'
import { usePage, useTexts } from '../page.ts'
import { ArticleLine } from '../parts/article-line.tsx'
import { HeadlineChanges } from '../parts/headline-changes.tsx'
import { LinkList } from '../parts/link-list.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { StoryCorrections, TakeOut } from '../parts/story-corrections.tsx'
import { StoryFigures } from '../parts/story-figures.tsx'
import { useTimeView } from '../parts/time.tsx'
import { timeSpan } from '../times.ts'

export type WholeStory = Answer<typeof getStory>
export type StoryMember = WholeStory['members']['items'][number]

type Members = OpenedList<WholeStory, StoryMember>

/** One event as all newsrooms told it: who was first, what changed, and why these articles belong together. */
export function StoryScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const page = usePage()
  const path = `/stories/${params.id}`
  const members: Members = openedListIn<WholeStory, StoryMember>(page, path, (story) => story.members)
  return (
    <ShowLoaded of={members.first} retry={() => void page.data.reload(path)}>
      {(story) => <Story story={story} opened={members} path={path} />}
    </ShowLoaded>
  )
}

interface StoryProps {
  readonly story: WholeStory
  readonly opened: Members
  readonly path: string
}

function Story({ story, opened, path }: StoryProps) {
  const t = useTexts().story
  const members = opened.items
  return (
    <div class="whole-story">
      <header class="text-head">
        <p class="facts">{t.title}</p>
        <h1 dir="auto" lang={story.lead?.language ?? undefined}>
          {story.lead?.title ?? members[0]?.article.title ?? ''}
        </h1>
        <StoryNumbers story={story} />
        <StoryButtons story={story} members={members} path={path} />
      </header>
      <StoryFigures story={story} />
      <section class="section" aria-labelledby="timeline">
        <h2 id="timeline">{t.timeline}</h2>
        <ol class="timeline plain">
          {members.map((member, at) => (
            <Member key={member.article.id} member={member} isFirst={at === 0} members={members} story={story} />
          ))}
        </ol>
        {story.articles === 1 && <p class="facts">{t.alone}</p>}
        <MoreMembers left={story.articles - members.length} opened={opened} />
      </section>
      <OtherLanguages others={story.others} />
      <HeadlineChanges members={members} />
      <StoryCorrections story={story} />
    </div>
  )
}

/** The articles after those that are shown. */
function MoreMembers({ left, opened: { more, isLoading } }: { readonly left: number; readonly opened: Members }) {
  const t = useTexts().story
  if (more === null && !isLoading) return null
  return (
    <p>
      <button type="button" disabled={isLoading} onClick={() => more?.()}>
        {t.showMore(left)}
      </button>
    </p>
  )
}

/** The same event as newsrooms of other languages tell it. */
function OtherLanguages({ others }: { readonly others: WholeStory['others'] }) {
  const t = useTexts().story
  if (others.length === 0) return null
  return (
    <section class="section" aria-labelledby="other-languages">
      <h2 id="other-languages">{t.otherLanguages}</h2>
      <ul class="plain">
        {others.map(({ story, language, article }) => (
          <li key={article.id}>
            <a href={story === null ? `/articles/${article.id}` : `/stories/${story}`} lang={language ?? undefined}>
              {article.title}
            </a>{' '}
            <span class="facts">{article.sourceName}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StoryNumbers({ story }: { readonly story: WholeStory }) {
  const t = useTexts().story
  const view = useTimeView()
  return (
    <p class="facts">
      {t.articles(story.articles)} · {story.newsrooms > 1 ? t.newsrooms(story.newsrooms) : t.oneNewsroom}
      {story.reprints > 0 && ` · ${t.reprints(story.reprints)}`} ·{' '}
      {timeSpan(Date.parse(story.firstAt), Date.parse(story.lastAt), view)}
    </p>
  )
}

interface StoryButtonsProps {
  readonly story: WholeStory
  readonly members: readonly StoryMember[]
  readonly path: string
}

function StoryButtons({ story, members, path }: StoryButtonsProps) {
  const { actions, call, data } = usePage()
  const t = useTexts().story
  const articles = members.map(({ article }) => article)
  async function follow(): Promise<void> {
    const rollBack = data.change<WholeStory>(path, (one) => ({ ...one, followed: !one.followed }))
    const done = await actions.attempt(() => call(story.followed ? 'DELETE' : 'PUT', `${path}/follow`))
    if (done === null) rollBack()
  }
  return (
    <p class="row">
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
      {isFirst && story.articles > 1 && <p class="facts mark">{t.first}</p>}
      {original !== undefined && <p class="facts">{t.copyOf(original)}</p>}
      <ArticleLine article={article} isAlone />
      <details class="why">
        <summary>{t.whyOne}</summary>
        <p>{texts.links.causes[cause]}</p>
        <LinkList links={links} />
      </details>
      <TakeOut member={member} members={members} />
    </li>
  )
}
