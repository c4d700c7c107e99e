import type { z } from 'zod'
import type { DigestHead } from '../app/digest-archive.ts'
import type { ReaderWeb } from '../app/web-app.ts'
import type { TodayPage, TodayStory } from '../app/web-today.ts'
import { renderJson } from '../core/digest/render/render-json.ts'
import type { Digest, DigestArticle } from '../core/domain/digest.ts'
import { type ApiRoute, route } from './api-route.ts'
import { toArticle } from './articles.ts'
import { getDigest, getToday, listDigests, type ShownDigest, type Today } from './contract/digests.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { iso, isoOrNull } from './iso.ts'
import { preferredLanguage } from './preferred-language.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Visitor } from './visitor.ts'

/** Articles of a digest that are looked up: those of its pages, not of the long tail behind a big story. */
const MOST_ARTICLES = 500

/** A digest as JSON, and its articles as the reader has them now. */
export async function shownDigest(own: ReaderWeb, digest: Digest): Promise<ShownDigest> {
  const items = [...digest.topStories, ...digest.noteworthy.flatMap((group) => group.items), ...digest.alsoMentioned]
  const named: DigestArticle[] = [
    ...items.map(({ lead }) => lead),
    ...digest.tabs.flatMap((tab) => tab.items.map((item) => item.article)),
    ...items.flatMap(({ others, inOtherLanguages = [] }) => [...others, ...inOtherLanguages]),
  ]
  const keys = [...new Set(named.map(({ key }) => key))].slice(0, MOST_ARTICLES)
  return { digest: JSON.parse(renderJson(digest)), articles: (await own.articles.shown(keys)).map(toArticle) }
}

/** The demonstration opens in the language of the browser, or in English, until the reader says otherwise. */
async function demoLanguages(
  own: ReaderWeb,
  { reader: { settings } }: Visitor,
  header: (name: string) => string | null,
): Promise<readonly string[] | undefined> {
  if (settings.languages.length > 0) return undefined
  const known = (await own.tabs.list()).flatMap(({ language }) => language ?? [])
  const wanted = preferredLanguage(settings.language, known) ?? preferredLanguage(header('accept-language'), known)
  return [wanted ?? 'en']
}

const toHead = ({ type, localDate, at }: DigestHead) => ({
  type,
  date: localDate,
  at: iso(at),
  path: `/digests/${localDate}/${type}`,
})

/** As many headlines as tell one digest from another. */
const HEADLINES = 3

const firstHeadlines = ({ topStories, noteworthy }: Digest) =>
  [...topStories, ...noteworthy.flatMap(({ items }) => items)]
    .slice(0, HEADLINES)
    .map(({ lead: { title, language } }) => ({ title, language }))

async function toToday(own: ReaderWeb, page: TodayPage): Promise<Today> {
  const { digest, since, shape, isCorroborated, feeds, stories, rare, newest } = page
  return {
    ...(await shownDigest(own, digest)),
    since: isoOrNull(since),
    shape,
    isCorroborated,
    feeds,
    stories: stories.map(toStory),
    rare: rare.map(toArticle),
    newest: newest.map(toArticle),
  }
}

function toStory({ key, unread, articles, added, sentence }: TodayStory): Today['stories'][number] {
  const words = sentence && { text: sentence.text, article: sentence.article }
  return { key, unread, articles, newSince: added === 0 ? null : { articles: added, sentence: words } }
}

async function list(own: ReaderWeb, { limit, cursor }: z.output<NonNullable<typeof listDigests.query>>) {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : (fromCursor(cursor, ['number'])[0] as number)
  const found = await own.digests.stored(before, limit + 1)
  const items = found.slice(0, limit).map((one) => ({ ...toHead(one), headlines: firstHeadlines(one.digest) }))
  return { items, next: found.length > limit ? toCursor([found[limit - 1]!.at]) : null }
}

export const digestRoutes: readonly ApiRoute[] = [
  route(getToday, async ({ app, own, visitor, header }) => {
    const page = await own.today.page(app.isDemo ? await demoLanguages(own, visitor, header) : undefined)
    if (page === null)
      throw new Refusal(503, 'not_now', 'The first page is being made; try again in a moment.', {
        headers: { 'retry-after': '2' },
      })
    return toToday(own, page)
  }),
  route(listDigests, ({ own, query }) => list(own, query)),
  route(getDigest, async ({ own, params }) => {
    const stored = await own.digests.on(params.type, params.date)
    if (stored === null) throw notFound()
    const { before, after } = await own.digests.around(stored)
    const neighbours = { before: before && toHead(before), after: after && toHead(after) }
    return { ...(await shownDigest(own, stored.digest)), ...neighbours }
  }),
]
