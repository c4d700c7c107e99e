import { z } from 'zod'
import type { TodayPage } from '../app/web-today.ts'
import { counted } from '../core/text/counted.ts'
import { articleData, excerptOf, iso, isoOrNull, shortScore } from './article-data.ts'
import { made, placedItems, storyData } from './digest-data.ts'
import { oneLine } from './fence.ts'
import { fitting } from './fit.ts'
import { from, instant, more, notice, type StoryData, storyItem } from './shapes.ts'
import { type ToolRequest, tool } from './tool.ts'

/** The most stories that are looked up for one answer. */
const AT_ONCE = 50

/** The front page of this moment. */
export const todayTool = tool(
  {
    name: 'today',
    title: "Today's news",
    description:
      'The front page of this moment: the stories of the last hours by importance for this reader, each with its lead, a summary of whole sentences from the articles, how many newsrooms tell it, and what is new since the last visit. Begin here for "what is new?".',
    scope: 'read',
    input: z.strictObject({ from }),
    output: z.strictObject({
      notice,
      at: instant,
      windowFrom: instant.describe('Articles published since then are told'),
      since: instant.nullable().describe('When the last visit of the reader ended'),
      feeds: z.int().describe('How many feeds the reader follows'),
      articles: z.int().describe('How many articles there were to choose from'),
      items: z.array(storyItem),
      more,
    }),
  },
  async ({ from: begin }, request) => {
    const page = await made(() => request.own.today.page(), request.signal)
    const all = placedItems(page.digest)
    const isEmpty = all.length === 0
    const found = isEmpty
      ? await newestItems(request, page.newest.slice(begin, begin + AT_ONCE))
      : await storyData(request, all.slice(begin, begin + AT_ONCE), newsIn(page))
    const items = fitting(found)
    const end = begin + (items.length < found.length ? items.length : AT_ONCE)
    const leftOut = (isEmpty ? page.newest.length : all.length) - end
    return {
      notice: request.fence.notice,
      at: iso(page.digest.at),
      windowFrom: iso(page.digest.window.from),
      since: isoOrNull(page.since),
      feeds: page.feeds,
      articles: page.digest.articles,
      items: [...items],
      more: leftOut > 0 ? { leftOut, next: `Call today with from ${end}.` } : null,
    }
  },
)

/** What came since the last visit, by the story it is told in. */
function newsIn({ stories }: TodayPage) {
  const known = new Map(stories.map((one) => [one.key, one]))
  return ({ key }: { readonly key: string }): string | null => {
    const { added = 0, sentence = null } = known.get(key) ?? {}
    return added === 0
      ? null
      : oneLine(`${counted(added, 'article')} since the last visit. ${sentence?.text ?? ''}`, 400)
  }
}

/** Where there are too few feeds for a digest: the newest articles. */
async function newestItems(request: ToolRequest, newest: TodayPage['newest']): Promise<StoryData[]> {
  const leads = await articleData(request, newest, excerptOf)
  return newest.map(({ story, score }, at) => ({
    section: 'newest',
    score: shortScore(score),
    articlesInWindow: story?.members ?? 1,
    newsrooms: story?.newsrooms ?? 1,
    trend: null,
    lead: leads[at]!,
  }))
}
