import { z } from 'zod'
import type { ArticleReasons, ExplainedMatch } from '../app/explain-story.ts'
import { CAUSES, DISPOSITIONS, figure, MEASURES, scoreReasons, scoreReasonWords, VETOES } from '../app/reason-words.ts'
import { citedUrl, labelled } from './article-data.ts'
import { oneLine } from './fence.ts'
import { fitting } from './fit.ts'
import { linkReasons, type Reason, reason } from './link-reasons.ts'
import { id, more, notice } from './shapes.ts'
import { nothingNamed, type ToolRequest, tool } from './tool.ts'

const [MOST_MATCHES, MOST_LINKS, MOST_TITLE, MOST_NAME] = [30, 30, 300, 100]

const answer = z.strictObject({
  notice,
  about: z.enum(['article', 'feed']),
  id,
  url: z.string().nullable(),
  untrusted: z.string(),
  reasons: z.array(reason),
  more,
})

/** Every finding about an article or a feed. */
export const whyTool = tool(
  {
    name: 'why',
    title: 'Why is it so?',
    description:
      'Every finding that decided about an article (which feeds brought it, what it was compared with and the measured values, why it is in its story, the five parts of its score) or about a feed (its health, when it is polled next and why). `story` tells why the articles of a story are together.',
    scope: 'read',
    input: z
      .strictObject({ article: id.optional(), feed: id.optional() })
      .refine((given) => (given.article === undefined) !== (given.feed === undefined), {
        error: 'give either article or feed',
      }),
    output: answer,
  },
  async ({ article, feed }, request) =>
    article === undefined ? whyFeed(request, feed!) : whyArticle(request, article),
)

async function whyArticle({ own, fence }: ToolRequest, wanted: number): Promise<z.input<typeof answer>> {
  const reasons = await own.articles.why(wanted)
  const [shown] = await own.articles.whole([wanted])
  if (reasons === null || shown === undefined) throw nothingNamed('article with this id')
  const { title, sourceName, url } = shown.article
  const found = [...originReasons(reasons), ...storyReasons(reasons), ...scoreParts(reasons), ...matchReasons(reasons)]
  const shownReasons = fitting(found)
  const leftOut = found.length - shownReasons.length
  return {
    notice: fence.notice,
    about: 'article',
    id: wanted,
    url: citedUrl(url),
    untrusted: fence.around(labelled({ Title: oneLine(title, MOST_TITLE), Source: oneLine(sourceName, MOST_NAME) })),
    reasons: [...shownReasons],
    more: leftOut > 0 ? { leftOut, next: `\`copytaster why article ${wanted}\` prints all of them.` } : null,
  }
}

const originReasons = ({ origins }: ArticleReasons): Reason[] =>
  origins.map(({ feed, firstSeen, disposition }) => ({
    of: 'origin',
    words: `feed ${feed} brought it at ${new Date(firstSeen).toISOString()}: ${DISPOSITIONS[disposition]}`,
    article: null,
  }))

function storyReasons({ membership, copied, links }: ArticleReasons): Reason[] {
  if (membership === null) return [{ of: 'story', words: 'its story is not grouped yet', article: null }]
  const copy = copied === null ? [] : [{ of: 'story', words: 'it reprints an earlier article', article: copied }]
  const words = `in story ${membership.story}: ${CAUSES[membership.cause]}`
  return [{ of: 'story', words, article: null }, ...copy, ...linkReasons(links, MOST_LINKS)]
}

function scoreParts({ score }: ArticleReasons): Reason[] {
  if (score === null) return [{ of: 'score', words: 'it has no score before the first digest', article: null }]
  const parts = scoreReasons(score.inputs).map((part) => ({
    of: `score: ${part.code} ${figure(score.parts[part.code])}`,
    words: scoreReasonWords(part),
    article: null,
  }))
  return [{ of: 'score', words: `${figure(score.value)} of 100`, article: null }, ...parts]
}

const matchReasons = ({ matches }: ArticleReasons): Reason[] =>
  matches
    .slice(0, MOST_MATCHES)
    .map((match) => ({ of: 'comparison', words: matchWords(match), article: match.other?.id ?? null }))

function matchWords({ measure, value, threshold, relation, veto }: ExplainedMatch): string {
  const result = veto === null ? (relation === 'same' ? 'the same' : 'one event') : VETOES[veto]
  return `${MEASURES[measure]} ${figure(value)}, needed ${figure(threshold)}: ${result}`
}

async function whyFeed({ own, fence }: ToolRequest, wanted: number): Promise<z.input<typeof answer>> {
  const found = await own.followed.one(wanted)
  if (found === null) throw nothingNamed('feed with this id', '`feed_health` gives the ids of the feeds.')
  const { name, feed, health, nextBecause } = found
  const words = [
    { of: `health: ${health.state}`, words: health.because },
    ...health.notes.map((note) => ({ of: 'note', words: note })),
    {
      of: 'next poll',
      words: `${feed.nextAt === null ? 'never' : new Date(feed.nextAt).toISOString()}: ${nextBecause}`,
    },
    { of: 'polls', words: `${health.successes} of ${health.polls} succeeded` },
  ]
  return {
    notice: fence.notice,
    about: 'feed',
    id: wanted,
    url: citedUrl(feed.url),
    untrusted: fence.around(labelled({ Name: oneLine(name, MOST_NAME) })),
    reasons: words.map((one) => ({ ...one, article: null })),
    more: null,
  }
}
