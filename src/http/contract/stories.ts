import { z } from 'zod'
import { article, marked } from './articles.ts'
import { figureKind } from './digest-json.ts'
import { endpoint } from './endpoint.ts'
import { byId, byStory, flag, id, instant, line, storyId } from './fields.ts'
import { pageOf, paging } from './paging.ts'
import { scoreReason } from './score-reasons.ts'

/** The articles about one event, as lists show them. Of articles that the reader does not see nothing is counted. */
export const story = z
  .strictObject({
    id: storyId,
    /** The article that stands for it. */
    lead: article.nullable(),
    articles: z.int(),
    unread: z.int(),
    /** Independent newsrooms: reprints of one text count once. */
    newsrooms: z.int(),
    reprints: z.int(),
    /** When its first and its last article were published. */
    firstAt: instant,
    lastAt: instant,
    followed: z.boolean(),
  })
  .meta({ id: 'Story' })

export type Story = z.output<typeof story>

const articleName = z.strictObject({ id, title: z.string(), sourceName: z.string() }).meta({ id: 'ArticleName' })

/** The figures of the pair rule. */
const evidence = z
  .strictObject({
    overlap: z.number(),
    titles: z.number(),
    headlines: z.number(),
    shared: z.number(),
    rarest: z.number(),
    otherFigures: z.number(),
    terms: z.number(),
    otherNames: z.number(),
    shorter: z.number(),
    isBare: z.boolean(),
    hoursApart: z.number().nullable(),
    sameSource: z.boolean(),
    isCredited: z.boolean(),
    names: z.number(),
    isFollowUp: z.boolean(),
  })
  .meta({ id: 'PairEvidence' })

/** Why two articles are, or are not, in one story. */
const link = z
  .strictObject({
    /** The other article; null when it is not stored any more. */
    to: articleName.nullable(),
    /** Whether it holds the article in its story; otherwise it was the best that was not sufficient. */
    holds: z.boolean(),
    layer: z.string(),
    measure: z.string(),
    value: z.number(),
    threshold: z.number(),
    /** The rule that overturned a sufficient value. */
    veto: z.string().nullable(),
    evidence: evidence.nullable(),
    /** The same for a person. */
    words: z.array(z.string()),
  })
  .meta({ id: 'Link' })

export type Link = z.output<typeof link>

/** A running figure of the news, such as a toll, and the article that gave this value first. */
const figureChange = z
  .strictObject({
    kind: figureKind,
    /** In digits. */
    value: z.string(),
    sourceName: z.string(),
    article: id,
    at: instant,
  })
  .meta({ id: 'FigureChange' })

/** How a story went. */
const history = {
  /** The first article that has a date of its own, and the newsroom that it comes from: an agency, where the article names one. */
  first: z.strictObject({ article: articleName, newsroom: z.string(), at: instant }).nullable(),
  /** The values that were in force, by time; echoes of old ones are left out. */
  figures: z.array(figureChange),
  /** The languages of its articles, the most frequent first. */
  languages: z.array(z.string()),
  /** The same event in other languages, as the last digests have found it. */
  others: z.array(z.strictObject({ story: storyId.nullable(), language: z.string().nullable(), article: articleName })),
}

const member = z
  .strictObject({
    article,
    cause: z.enum(['online', 'refine', 'hand', 'frozen']),
    /** The cause in words. */
    because: z.string(),
    /** The earlier member whose text it copies; null for an original. */
    copyOf: id.nullable(),
    /** At most 50, those that hold it first. */
    links: z.array(link),
  })
  .meta({ id: 'StoryMember' })

export const listStories = endpoint({
  method: 'GET',
  path: '/stories',
  tag: 'Stories',
  summary: 'Stories, the one with the newest article first',
  scope: 'read',
  query: z.strictObject({
    /** Stories of at least so many articles. */
    leastArticles: z.coerce.number<string>().int().min(1).max(10_000).default(1),
    /** With an article published since. */
    since: instant.optional(),
    /** With an article of this tab. */
    tab: line(200).optional(),
    unread: flag.optional(),
    followed: flag.optional(),
    ...paging,
  }),
  answer: pageOf(story),
})

export const getStory = endpoint({
  method: 'GET',
  path: '/stories/:id',
  tag: 'Stories',
  summary:
    'One story by its id, or one it had before it was merged: its articles by time, and the links that hold them',
  scope: 'read',
  params: byStory,
  query: z.strictObject(paging),
  answer: story.extend({ ...history, members: pageOf(member) }),
})

export const markStoryRead = endpoint({
  method: 'POST',
  path: '/stories/:id/mark-read',
  tag: 'Stories',
  summary: 'Mark all articles of a story as read',
  scope: 'write',
  params: byStory,
  answer: marked,
})

export const followStory = endpoint({
  method: 'PUT',
  path: '/stories/:id/follow',
  tag: 'Stories',
  summary: 'Follow a story; gives it',
  scope: 'write',
  params: byStory,
  answer: story,
  refusals: [422],
})

export const unfollowStory = endpoint({
  method: 'DELETE',
  path: '/stories/:id/follow',
  tag: 'Stories',
  summary: 'Follow a story no longer; gives it',
  scope: 'write',
  params: byStory,
  answer: story,
})

/** Whether it is only to be told what would happen. */
const trial = z.strictObject({ dryRun: flag.optional() })

const corrected = z.strictObject({
  /** How many articles the article was separated from, or how many the joined story has. */
  articles: z.int(),
  /** The story that the article is in after the correction. */
  story: storyId.nullable(),
  /** The stories that the articles concerned are in after the correction, the one of the article first. */
  stories: z.array(
    z.strictObject({
      id: storyId,
      lead: articleName.nullable(),
      /** How many articles it has; `members` names at most 200 of them, by time. */
      articles: z.int(),
      members: z.array(articleName),
    }),
  ),
})

export type Corrected = z.output<typeof corrected>

export const splitStory = endpoint({
  method: 'POST',
  path: '/articles/:id/split',
  tag: 'Stories',
  summary: 'Separate an article from its story. For administrators, where several readers share a server',
  scope: 'write',
  params: byId,
  query: trial,
  answer: corrected,
  refusals: [422],
})

export const joinStories = endpoint({
  method: 'POST',
  path: '/stories/join',
  tag: 'Stories',
  summary: 'Join the stories of two articles. For administrators, where several readers share a server',
  scope: 'write',
  query: trial,
  body: z.strictObject({ articles: z.tuple([id, id]) }),
  answer: corrected,
  refusals: [404, 422],
})

/** By what two articles are compared. */
const layer = z.enum(['guid', 'url', 'title', 'content', 'event'])
const measure = z.enum([
  'equal',
  'soft-idf',
  'letters',
  'jaccard',
  'jaro-winkler',
  'levenshtein',
  'shingles',
  'simhash',
  'minhash',
  'sentences',
  'pair',
  'entities',
])

export type Layer = z.output<typeof layer>
export type Measure = z.output<typeof measure>

const match = z
  .strictObject({
    other: articleName.nullable(),
    layer,
    measure,
    value: z.number(),
    threshold: z.number(),
    relation: z.enum(['same', 'linked']),
    veto: z.string().nullable(),
    words: z.string(),
  })
  .meta({ id: 'Match' })

const disposition = z.enum(['unique', 'exact_duplicate', 'revision', 'near_duplicate', 'same_event'])

export type Disposition = z.output<typeof disposition>

const PARTS = ['authority', 'recency', 'corroboration', 'relevance', 'depth'] as const

export const whyArticle = endpoint({
  method: 'GET',
  path: '/articles/:id/why',
  tag: 'Stories',
  summary: 'Why an article is what it is: where it came from, what it was compared with, its story, its score',
  scope: 'read',
  params: byId,
  answer: z
    .strictObject({
      article,
      origins: z.array(
        z.strictObject({
          feed: id,
          name: z.string(),
          firstSeenAt: instant,
          disposition,
          words: z.string(),
        }),
      ),
      /** What was found when it arrived; at most 100. */
      matches: z.array(match),
      /** Null before it is in a story. */
      story: z
        .strictObject({ id: storyId, cause: member.shape.cause, because: z.string(), copyOf: id.nullable() })
        .nullable(),
      links: z.array(link),
      score: z
        .strictObject({
          value: z.number(),
          takenAt: instant,
          parts: z.array(
            z.strictObject({
              part: z.enum(PARTS),
              value: z.number(),
              /** What it was computed from. */
              reason: scoreReason,
              /** The same in English. */
              words: z.string(),
            }),
          ),
        })
        .nullable(),
    })
    .meta({ id: 'Reasons' }),
})

const trend = z.strictObject({
  tag: z.enum(['EMERGING', 'TRENDING', 'FADING']).nullable(),
  before: z.int(),
  now: z.int(),
  /** Articles per window, oldest first. */
  history: z.array(z.int()),
})

export const listTopics = endpoint({
  method: 'GET',
  path: '/topics',
  tag: 'Stories',
  summary: 'The topics of the digest of this moment, most important first, with their trends',
  scope: 'read',
  answer: z
    .strictObject({
      at: instant,
      from: instant,
      to: instant,
      items: z.array(
        z.strictObject({
          /** The story of its lead. */
          story: storyId,
          label: z.string(),
          score: z.number(),
          articles: z.int(),
          newsrooms: z.int(),
          category: z.string().nullable(),
          trend: trend.nullable(),
          lead: article.nullable(),
        }),
      ),
      /** Labels of topics that have fewer articles than before, or none any more. */
      declining: z.array(z.string()),
    })
    .meta({ id: 'Topics' }),
})
