import { z } from 'zod'
import { CAUSES } from '../app/reason-words.ts'
import type { ShownStoryPage } from '../app/story-pages.ts'
import { articleData, excerptOf, iso, languageCode } from './article-data.ts'
import { fitting } from './fit.ts'
import { linkReasons, reason } from './link-reasons.ts'
import { article, from, id, instant, more, notice, storyId } from './shapes.ts'
import { nothingNamed, type ToolRequest, tool } from './tool.ts'

const AT_ONCE = 20
const [MOST_LINKS, MOST_FIGURES, MOST_OTHERS] = [2, 20, 5]

const member = z.strictObject({
  article,
  because: z.string().describe('Why it is in this story'),
  copyOf: id.nullable().describe('The earlier article whose text it reprints'),
  reasons: z.array(reason),
})

/** A story with its sources and the reasons why they are together. */
export const storyTool = tool(
  {
    name: 'story',
    title: 'A story with its sources',
    description:
      'All newsrooms that tell one event, in the order of time: who was first, which articles are reprints, how running figures such as a death toll changed, and why each article belongs to it. Name it by its id, or by one of its articles.',
    scope: 'read',
    input: z
      .strictObject({ story: storyId.optional(), article: id.optional(), from })
      .refine((given) => (given.story === undefined) !== (given.article === undefined), {
        error: 'give either story or article',
      }),
    output: z.strictObject({
      notice,
      story: storyId,
      articles: z.int(),
      newsrooms: z.int(),
      reprints: z.int(),
      unread: z.int(),
      followed: z.boolean(),
      firstAt: instant,
      lastAt: instant,
      first: id.nullable().describe('The article that came first'),
      languages: z.array(z.string()),
      figures: z
        .array(z.strictObject({ kind: z.string(), value: z.string(), article: id, at: instant }))
        .describe('Running figures as they changed, each with the article that gave it first'),
      otherLanguages: z.array(id).describe('Articles about the same event in other languages'),
      members: z.array(member),
      more,
    }),
  },
  async ({ story: named, article: ofArticle, from: begin }, request) => {
    const key = named ?? (await storyOf(request, ofArticle!))
    const page = await request.own.stories.one(key, begin, AT_ONCE)
    if (page === null) throw nothingNamed('story with this id')
    request.signal.throwIfAborted()
    const found = await memberData(request, page)
    const members = fitting(found)
    const end = begin + (members.length < found.length ? members.length : AT_ONCE)
    const leftOut = page.story.members - end
    return {
      notice: request.fence.notice,
      ...headOf(page),
      members: [...members],
      more: leftOut > 0 ? { leftOut, next: `Call story with story "${page.story.key}" and from ${end}.` } : null,
    }
  },
)

async function storyOf({ own }: ToolRequest, wanted: number): Promise<string> {
  const [shown] = await own.articles.whole([wanted])
  if (shown === undefined) throw nothingNamed('article with this id')
  if (shown.story === null)
    throw nothingNamed('story of this article yet', '`article` gives its text; stories are grouped every few minutes.')
  return shown.story.key
}

function headOf({ story, unread, isFollowed, history }: ShownStoryPage) {
  return {
    story: story.key,
    articles: story.members,
    newsrooms: story.newsrooms,
    reprints: story.reprints,
    unread,
    followed: isFollowed,
    firstAt: iso(story.firstAt),
    lastAt: iso(story.lastAt),
    first: history.first?.id ?? null,
    languages: history.languages.flatMap((one) => languageCode(one) ?? []),
    figures: history.figures
      .slice(-MOST_FIGURES)
      .map(({ kind, value, article: { id: one, published } }) => ({ kind, value, article: one, at: iso(published) })),
    otherLanguages: history.others.slice(0, MOST_OTHERS).map(({ article: { id: one } }) => one),
  }
}

async function memberData(request: ToolRequest, { members }: ShownStoryPage): Promise<z.input<typeof member>[]> {
  const articles = await articleData(
    request,
    members.map(({ shown }) => shown),
    excerptOf,
  )
  return members.map(({ membership, copyOf, links }, at) => ({
    article: articles[at]!,
    because: CAUSES[membership.cause],
    copyOf,
    reasons: linkReasons(links, MOST_LINKS),
  }))
}
