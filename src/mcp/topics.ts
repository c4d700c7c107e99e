import { z } from 'zod'
import { iso, labelled } from './article-data.ts'
import { made, placedItems } from './digest-data.ts'
import { oneLine } from './fence.ts'
import { fitting } from './fit.ts'
import { from, id, instant, more, notice, storyId } from './shapes.ts'
import { tool } from './tool.ts'

const MOST_LABEL = 120
const MOST_DECLINING = 20

/** What the news is about, and how that changes. */
export const topicsTool = tool(
  {
    name: 'topics',
    title: 'Topics and trends',
    description:
      'What the news of this moment is about: each topic with the number of its articles in this window, in the one before and in earlier ones (history, oldest first), and whether it is emerging, trending or fading. Short: `today` has summaries, `story` the newsrooms.',
    scope: 'read',
    input: z.strictObject({
      trend: z.enum(['EMERGING', 'TRENDING', 'FADING']).optional().describe('Only topics with this trend'),
      from,
    }),
    output: z.strictObject({
      notice,
      at: instant,
      windowFrom: instant,
      windowTo: instant,
      items: z.array(
        z.strictObject({
          story: storyId.nullable(),
          lead: id,
          score: z.number(),
          articlesInWindow: z.int(),
          newsrooms: z.int(),
          trend: z.enum(['EMERGING', 'TRENDING', 'FADING']).nullable(),
          before: z.int().nullable().describe('Articles in the window before'),
          history: z.array(z.int()),
          untrusted: z.string(),
        }),
      ),
      declining: z.string().describe('Topics of the window before that nearly vanished, between the marks of `notice`'),
      more,
    }),
  },
  async ({ trend, from: begin }, { own, fence, signal }) => {
    const digest = await made(() => own.digests.current(), signal)
    const wanted = placedItems(digest)
      .map(({ item }) => item)
      .filter((item) => trend === undefined || item.trend?.tag === trend)
      .sort((a, b) => b.score - a.score)
    const leads = new Map(
      (await own.articles.shown(wanted.map(({ lead }) => lead.key))).map((one) => [one.article.key, one]),
    )
    const found = wanted.slice(begin).flatMap(({ label, score, related, trend: seen, lead }) => {
      const shown = leads.get(lead.key)
      if (shown === undefined) return []
      return {
        story: shown.story?.key ?? null,
        lead: shown.article.id,
        score,
        articlesInWindow: related.articles + 1,
        newsrooms: related.newsrooms,
        trend: seen?.tag ?? null,
        before: seen?.before ?? null,
        history: [...(seen?.history ?? [])],
        untrusted: fence.around(labelled({ Topic: oneLine(label, MOST_LABEL), Lead: oneLine(lead.title, MOST_LABEL) })),
      }
    })
    const items = fitting(found)
    const declining = digest.health.declining.slice(0, MOST_DECLINING).map((label) => oneLine(label, MOST_LABEL))
    const leftOut = found.length - items.length
    return {
      notice: fence.notice,
      at: iso(digest.at),
      windowFrom: iso(digest.window.from),
      windowTo: iso(digest.window.to),
      items: [...items],
      declining: fence.around(declining.join('\n')),
      more: leftOut > 0 ? { leftOut, next: `Call topics with from ${begin + items.length}.` } : null,
    }
  },
)
