import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, flag, id, idText, instant, line, storyId } from './fields.ts'
import { pageOf, paging } from './paging.ts'

const media = z.strictObject({
  url: z.string(),
  type: z.string().nullable(),
  size: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
})

/** What the reader did with an article. */
export const readState = z.strictObject({
  read: z.boolean(),
  saved: z.boolean(),
  /** 1 for more of this, −1 for less. */
  vote: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
})

/** An article as lists show it. */
export const article = z
  .strictObject({
    id,
    /** Its lasting name, as digests have it. */
    key: z.string(),
    title: z.string(),
    /** Where it was published; null when it has no address. */
    url: z.string().nullable(),
    feed: id,
    sourceName: z.string(),
    publisher: z.string().nullable(),
    author: z.string().nullable(),
    tab: z.string().nullable(),
    category: z.string().nullable(),
    language: z.string().nullable(),
    publishedAt: instant,
    /** The publisher gave no usable date: it is the time it was first seen. */
    dateUncertain: z.boolean(),
    firstSeenAt: instant,
    updatedAt: instant.nullable(),
    description: z.string().nullable(),
    /** The address of a picture, as the page may load it. */
    image: z.string().nullable(),
    wordCount: z.int(),
    readingMinutes: z.int(),
    partialContent: z.boolean(),
    revisions: z.int(),
    /** Null before the first digest that it could be in. */
    score: z.number().nullable(),
    /** A rule of the reader highlights it. */
    highlighted: z.boolean(),
    /** Null until its story is settled. */
    story: z
      .strictObject({ id: storyId, articles: z.int(), newsrooms: z.int(), reprints: z.int(), isLead: z.boolean() })
      .nullable(),
    state: readState,
  })
  .meta({ id: 'Article' })

export type Article = z.output<typeof article>

/** The text of an article's own page. */
const fullText = z
  .strictObject({
    /** Safe HTML: no script, no form, no frame. */
    html: z.string(),
    text: z.string(),
    wordCount: z.int(),
    readingMinutes: z.int(),
    fetchedAt: instant,
    /** The address that answered. */
    url: z.string(),
  })
  .meta({ id: 'FullText' })

/** Why the page of an article gave no text. */
const fullTextProblem = z
  .strictObject({
    code: z.enum([
      'robots',
      'robotsUnavailable',
      'unavailable',
      'slowDown',
      'gone',
      'refused',
      'forbiddenAddress',
      'notAPage',
      'tooLarge',
      'tooComplex',
      'frontPage',
      'consent',
      'paywall',
      'noArticle',
      'tooShort',
      'mostlyLinks',
      'notMore',
      'noAddress',
    ]),
    /** The same in English. */
    message: z.string(),
    /** Until then it is not tried again. */
    retryAt: instant,
  })
  .meta({ id: 'FullTextProblem' })

export type FullTextCode = z.output<typeof fullTextProblem>['code']

/** What is known of an article's page; both null: nobody asked for it. */
const textOfPage = { fullText: fullText.nullable(), fullTextProblem: fullTextProblem.nullable() }

/** An article to be read. */
export const wholeArticle = article
  .extend({
    /** Safe HTML: no script, no form, no frame. */
    html: z.string(),
    text: z.string().nullable(),
    ...textOfPage,
    categories: z.array(z.string()),
    media: z.array(media),
    /** The feeds that carried it. */
    origins: z.array(z.strictObject({ feed: id, name: z.string(), firstSeenAt: instant, disposition: z.string() })),
  })
  .meta({ id: 'WholeArticle' })

export type WholeArticle = z.output<typeof wholeArticle>

const revision = z
  .strictObject({ n: z.int(), at: instant, title: z.string(), html: z.string(), text: z.string().nullable() })
  .meta({ id: 'Revision' })

/** What a list of articles is limited to. The same words in `mark` name the same list. */
export const articleFilter = {
  tab: line(200).optional(),
  category: line(200).optional(),
  feed: idText.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  unread: flag.optional(),
  saved: flag.optional(),
  /** What the reader's rules mute, and nothing else. Otherwise muted articles are left out. */
  muted: flag.optional(),
  /** Of each story the lead only. */
  leads: flag.optional(),
}

export const listArticles = endpoint({
  method: 'GET',
  path: '/articles',
  tag: 'Articles',
  summary: 'Articles, newest or most important first',
  scope: 'read',
  query: z.strictObject({ ...articleFilter, sort: z.enum(['newest', 'importance']).default('newest'), ...paging }),
  answer: pageOf(article).extend({
    /** Marks everything up to the newest of this list as read, and nothing that came later: see `POST /articles/mark-read`. */
    upTo: z.string().nullable(),
  }),
  refusals: [410],
})

const link = z.strictObject({ href: z.string() })

/** Saved articles in the JSON of Google Reader. */
const starred = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string().optional(),
        /** Seconds since 1970. */
        published: z.int().optional(),
        author: z.string().optional(),
        canonical: z.array(link),
        alternate: z.array(link),
        content: z.strictObject({ content: z.string() }).optional(),
        origin: z.strictObject({ title: z.string() }).optional(),
        categories: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'StarredArticles' })

export const exportSaved = endpoint({
  method: 'GET',
  path: '/articles/starred.json',
  tag: 'Articles',
  summary:
    'What you saved, with its texts, as `starred.json`: as `POST /subscriptions/import` and other readers take it',
  scope: 'read',
  answer: starred,
})

export const getArticle = endpoint({
  method: 'GET',
  path: '/articles/:id',
  tag: 'Articles',
  summary: 'One article with its text',
  scope: 'read',
  params: byId,
  answer: wholeArticle,
})

export const fetchFullText = endpoint({
  method: 'PUT',
  path: '/articles/:id/full-text',
  tag: 'Articles',
  summary: 'Have the page of an article fetched for its full text',
  scope: 'write',
  params: byId,
  answer: z.strictObject({
    ...textOfPage,
    /** It takes longer: an event `text` tells when it is there. */
    pending: z.boolean(),
  }),
})

export const listRevisions = endpoint({
  method: 'GET',
  path: '/articles/:id/revisions',
  tag: 'Articles',
  summary: 'The other versions of an article, oldest first',
  scope: 'read',
  params: byId,
  answer: pageOf(revision),
})

export const changeState = endpoint({
  method: 'PATCH',
  path: '/articles/:id/state',
  tag: 'Articles',
  summary: 'Mark an article as read or unread, save it, ask for more or less of its kind; gives its state',
  scope: 'write',
  params: byId,
  body: z.strictObject({
    read: z.boolean().optional(),
    saved: z.boolean().optional(),
    vote: readState.shape.vote.optional(),
    /** It was opened to be read: it is marked as read, and interests are learned from it. */
    opened: z.literal(true).optional(),
  }),
  answer: readState,
})

const listToMark = z.strictObject({
  /** The filter of the list. */
  list: z.strictObject({
    tab: articleFilter.tab,
    category: articleFilter.category,
    feed: id.optional(),
    language: articleFilter.language,
    unread: z.boolean().optional(),
    saved: z.boolean().optional(),
    muted: z.boolean().optional(),
    leads: z.boolean().optional(),
  }),
  /** The `upTo` that came with the list: what was stored later stays unread. */
  upTo: z.string().max(512),
})

/** What one marking did. */
export const marked = z.strictObject({
  /** How many were unread before. */
  articles: z.int(),
  /** Takes exactly this back. */
  undo: z.string(),
})

export type MarkedList = z.output<typeof marked>

export const markArticlesRead = endpoint({
  method: 'POST',
  path: '/articles/mark-read',
  tag: 'Articles',
  summary: 'Mark some articles, or a whole list up to the moment it was shown, as read',
  scope: 'write',
  body: z.union([z.strictObject({ ids: z.array(id).min(1).max(1000) }), listToMark]),
  answer: marked,
})

export const undoMark = endpoint({
  method: 'POST',
  path: '/articles/undo-mark',
  tag: 'Articles',
  summary: 'Take back what one marking changed',
  scope: 'write',
  body: z.strictObject({ undo: z.string().max(512) }),
  answer: z.strictObject({ articles: z.int() }),
})
