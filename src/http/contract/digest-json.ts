import { z } from 'zod'
import { stateReason } from './feed-reasons.ts'

/* The shape of a digest as JSON, the same in files and in the API: schemas/digest.schema.json is made from it, and a test holds
   every rendered digest, and the type itself, against it. */

const instant = z.iso.datetime().describe('An instant, ISO 8601 in UTC.')
const count = z.int().min(0)
const score = z.int().min(0).max(100)
const url = z.string().nullable().describe('http, https or mailto; null for an address that may not be followed.')

const article = z.strictObject({
  key: z.string().describe('Lasting name of the article.'),
  title: z.string(),
  url,
  sourceName: z.string(),
  tier: z.enum(['T1', 'T2', 'T3', 'T4', 'T5']),
  published: instant,
  dateUncertain: z.boolean(),
  language: z.string().nullable(),
  kind: z
    .enum(['live', 'opinion', 'sponsored', 'release', 'briefing'])
    .optional()
    .describe('What it is, where it is no report.'),
})

const sentence = z.strictObject({
  text: z.string(),
  article: z.string().describe('Key of the article it stands in.'),
  published: instant
    .optional()
    .describe('When its article was published, where it says "today" or "on Sunday" and that was an earlier day.'),
  event: z
    .int()
    .optional()
    .describe('Which event of its topic it tells, from 0, where the topic holds several; each is a paragraph.'),
})

/** What a running figure counts. */
export const figureKind = z.enum(['dead', 'injured', 'missing', 'evacuated', 'ill', 'magnitude', 'seats', 'offer'])

const correction = z.strictObject({
  what: z.enum(['figure', 'headline', 'sentence']),
  figure: figureKind.optional().describe('What the figure counts.'),
  was: z.string(),
  now: z.string(),
  carried: z
    .strictObject({ type: z.enum(['morning', 'midday', 'evening', 'weekly']), at: instant })
    .describe('The last digest that carried it.'),
  article: article.describe('The article as it is now, or the one that corrects it.'),
})

const item = z.strictObject({
  key: z.string().describe('Lasting name of the story.'),
  label: z.string(),
  trend: z
    .strictObject({
      tag: z.enum(['EMERGING', 'TRENDING', 'FADING']).nullable(),
      before: count.describe('Articles in the window before.'),
      now: count,
      history: z.array(count).describe('Articles per window, oldest first, this one last.'),
    })
    .nullable(),
  lead: article,
  score: score.describe('The highest score of an article in it, which decided the section.'),
  leadScore: score.optional().describe('The score of the lead, where it is lower.'),
  summary: z.array(sentence),
  related: z.strictObject({ articles: count, newsrooms: count, reprints: count, sourceNames: z.array(z.string()) }),
  others: z.array(article).describe('The other articles, best first.'),
  inOtherLanguages: z.array(article).optional().describe('The leads of the same event in other languages.'),
  category: z.string().nullable(),
  differing: z
    .array(z.strictObject({ kind: figureKind, value: z.string(), sourceName: z.string(), published: instant }))
    .optional()
    .describe('The figures that newsrooms give at the moment, where they differ.'),
  news: z
    .strictObject({ newArticles: count, since: instant, sentence: sentence.nullable() })
    .nullable()
    .describe('What is new since the last digest that showed the story; null for a first time.'),
})

const tab = z.strictObject({
  id: z.string(),
  name: z.string(),
  language: z.string().nullable(),
  limit: count,
  items: z.array(
    z.strictObject({
      article,
      summary: z.array(sentence),
      rssCategory: z.string().nullable(),
      finalCategory: z.string().nullable(),
      score,
      older: z.boolean().describe('Taken from before the window, because the tab was short.'),
    }),
  ),
})

const feeds = z.array(
  z.strictObject({
    name: z.string(),
    url,
    because: z.string(),
    reason: stateReason.optional().describe('The same as a code with its values; absent in digests of older programs.'),
  }),
)

export const digestSchema = z.strictObject({
  version: z.union([z.literal(1), z.literal(2)]).describe('Version 2 adds `isQuiet`, `isUncorroborated` and `folded`.'),
  type: z.enum(['morning', 'midday', 'evening', 'weekly']),
  search: z
    .strictObject({ id: z.int(), name: z.string(), query: z.string() })
    .optional()
    .describe('The saved search whose finds it brings; absent in a digest of everything.'),
  zone: z.string().describe('IANA time zone in which its hours are told.'),
  at: instant,
  window: z.strictObject({ from: instant, to: instant }),
  articles: count,
  duplicatesRemoved: count,
  byRank: z.boolean().describe('Too few items reached the threshold: the best ones are the top stories.'),
  isQuiet: z.boolean().optional().describe('Fewer stories than usual have three newsrooms.'),
  isUncorroborated: z.boolean().optional().describe('No story has a second newsroom.'),
  folded: z
    .array(z.strictObject({ sourceName: z.string(), items: count }))
    .optional()
    .describe('Items left out because their source has enough, by source.'),
  corrections: z.array(correction).optional().describe('What earlier digests carried and was corrected since.'),
  topStories: z.array(item),
  noteworthy: z.array(z.strictObject({ category: z.string(), items: z.array(item) })),
  alsoMentioned: z.array(item),
  tabs: z.array(tab),
  health: z.strictObject({
    polled: count,
    successful: count,
    errors: count,
    successRate: z.number().min(0).max(1).nullable(),
    newArticles: count,
    duplicatesRemoved: count,
    unhealthy: feeds,
    dead: feeds,
    emerging: z.array(z.string()),
    declining: z.array(z.string()),
  }),
  notRead: feeds,
  checks: z.array(
    z.strictObject({
      check: z.enum(['attribution', 'ranking', 'sizes', 'labels', 'trends', 'leader']),
      outcome: z.enum(['passed', 'mended', 'reported']),
      note: z.string().nullable(),
    }),
  ),
})
