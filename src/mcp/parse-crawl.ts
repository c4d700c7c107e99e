import { z } from 'zod'
import type { CrawlStory } from '../core/domain/crawl-story.ts'
import { UserError } from '../core/domain/user-error.ts'
import { citedUrl, labelled, MOST_EXCERPT } from './article-data.ts'
import { harmless, oneLine } from './fence.ts'
import { fitting } from './fit.ts'
import { from, more, notice } from './shapes.ts'
import { ToolRefusal, type ToolRequest, tool } from './tool.ts'

/** A larger one would hold up others while it is parsed, and no model writes one. */
const MOST_INPUT = 60_000
const [MOST_LINE, MOST_WARNINGS] = [300, 20]

const story = z.strictObject({
  storyId: z.string(),
  pageUrl: z.string().nullable().describe('The page it was found on'),
  published: z.string().nullable(),
  contentType: z.enum(['news', 'opinion', 'analysis', 'video', 'sponsored']),
  confidence: z.number().describe('Of the parser, 0 to 1'),
  missingFields: z.array(z.string()),
  untrusted: z.string(),
})

/** A crawl result as a structured news feed; nothing is stored. */
export const parseCrawlTool = tool(
  {
    name: 'parse_crawl',
    title: 'Parse a crawl result',
    description:
      'Turns the saved text of crawled pages into stories with headline, date, section and author. Pure: nothing is fetched and nothing is stored. `result` is the JSON of a crawler: {"start_url", "pages": [{"url", "text", "depth"?}], "crawl_time_utc"?}.',
    scope: 'read',
    input: z.strictObject({
      result: z.record(z.string(), z.unknown()).describe(`The crawl result, up to ${MOST_INPUT / 1000} kB`),
      profile: z
        .string()
        .max(100)
        .optional()
        .describe('Name of a site profile; by default the one that the result names'),
      crawlTime: z.iso.datetime().optional().describe('When the crawl ran, for dates such as "2 hours ago"'),
      from,
    }),
    output: z.strictObject({
      notice,
      profile: z.string(),
      pages: z.int(),
      stories: z.int(),
      duplicatesRemoved: z.int(),
      noiseLinesStripped: z.int(),
      warnings: z.array(z.string()).describe('Codes of warnings, each with how often it was given'),
      items: z.array(story),
      more,
    }),
  },
  async ({ result, profile, crawlTime, from: begin }, request) => {
    if (JSON.stringify(result).length > MOST_INPUT)
      throw new ToolRefusal(
        `The crawl result has over ${MOST_INPUT} characters.`,
        'Send fewer pages at a time, or use the command `copytaster crawl parse FILE`.',
      )
    const { parseCrawl } = await import('../core/crawl/parse-crawl.ts')
    const {
      feed_meta: meta,
      stories,
      warnings,
    } = understood(() => parseCrawl(result, { profile, crawlTimeUtc: crawlTime }))
    const items = fitting(stories.slice(begin).map((one) => storyData(one, request)))
    const end = begin + items.length
    const leftOut = stories.length - end
    return {
      notice: request.fence.notice,
      profile: meta.source_profile,
      pages: meta.pages_crawled,
      stories: stories.length,
      duplicatesRemoved: meta.duplicates_removed,
      noiseLinesStripped: meta.noise_lines_stripped,
      warnings: countedCodes(warnings.map(({ code }) => code)),
      items: [...items],
      more: leftOut > 0 ? { leftOut, next: `Call parse_crawl with the same arguments and from ${end}.` } : null,
    }
  },
)

function understood<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new ToolRefusal(oneLine(error.message, MOST_LINE), 'Correct that field of `result` and call again.')
  }
}

function countedCodes(codes: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].slice(0, MOST_WARNINGS).map(([code, count]) => `${code}: ${count}`)
}

function storyData(one: CrawlStory, { fence }: ToolRequest): z.input<typeof story> {
  const lines = {
    Headline: oneLine(one.headline, MOST_LINE),
    Subheadline: one.subheadline && oneLine(one.subheadline, MOST_LINE),
    Section: one.section && oneLine(one.section, MOST_LINE),
    By: one.author && oneLine(one.author, MOST_LINE),
    Tags: oneLine(one.tags.join(', '), MOST_LINE),
  }
  return {
    storyId: harmless(one.story_id).slice(0, 100),
    pageUrl: citedUrl(one.provenance.page_url),
    published: one.published,
    contentType: one.content_type,
    confidence: one.parse_quality.parse_confidence,
    missingFields: [...one.parse_quality.missing_fields],
    untrusted: fence.around(labelled(lines, oneLine(one.body_snippet ?? '', MOST_EXCERPT))),
  }
}
