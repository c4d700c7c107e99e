import type { Digest, DigestArticle, DigestItem, ReportedFeed, SummarySentence, TabItem } from '../../domain/digest.ts'
import { hanScript } from '../../text/han-script.ts'
import { readingMinutes } from '../../text/reading-minutes.ts'
import { isUnspacedLanguage, summaryWords } from '../summary-words.ts'
import { hourNear, type Language, longDay, offset, shortDay } from './local-time.ts'
import { plain } from './plain.ts'
import { type Words, wordsIn } from './words.ts'

/** A digest with the language of its interface texts: the input of every renderer. */
export interface RenderContext {
  readonly digest: Digest
  readonly language: Language
  readonly words: Words
  /** True when items were left out of this rendering: a short list then does not mean few articles. */
  readonly trimmed: boolean
}

/** Adds their day to the sentences whose "today" or "on Sunday" was another day. */
function withDays(digest: Digest, language: Language): Digest {
  const dated = (sentence: SummarySentence): SummarySentence => {
    if (sentence.published === undefined) return sentence
    const day = shortDay(sentence.published, digest.zone, language)
    return { ...sentence, text: language === 'en' ? `${sentence.text} (${day})` : `${sentence.text}（${day}）` }
  }
  const item = (one: DigestItem): DigestItem => ({
    ...one,
    summary: one.summary.map(dated),
    news: one.news?.sentence ? { ...one.news, sentence: dated(one.news.sentence) } : one.news,
  })
  return {
    ...digest,
    topStories: digest.topStories.map(item),
    noteworthy: digest.noteworthy.map((group) => ({ ...group, items: group.items.map(item) })),
    tabs: digest.tabs.map((tab) => ({
      ...tab,
      items: tab.items.map((one) => ({ ...one, summary: one.summary.map(dated) })),
    })),
  }
}

export const renderContext = (digest: Digest, language: Language): RenderContext => ({
  digest: withDays(digest, language),
  language,
  words: wordsIn(language),
  trimmed: false,
})

/** "Morning Brief", or what the reader calls the search whose finds it brings. */
export const nameOf = ({ digest, words }: RenderContext): string =>
  digest.search === undefined ? words.type[digest.type] : plain(digest.search.name).trim()

/** "Sunday, 15 November 2026". */
export const dayOf = ({ digest, language }: RenderContext): string => longDay(digest.at, digest.zone, language)

/** "14 Nov 07:00 – 15 Nov 07:00, times in Asia/Taipei (UTC+08:00)", in its two halves. */
export function rangeOf({ digest, language, words }: RenderContext): { readonly span: string; readonly zone: string } {
  const { window, zone, at } = digest
  const edge = (instant: number) => `${shortDay(instant, zone, language)} ${hourNear(instant, instant, zone, language)}`
  return { span: words.range(edge(window.from), edge(window.to)), zone: words.zone(zone, offset(at, zone)) }
}

export const countsOf = ({ digest, words }: RenderContext): string =>
  `${words.counts(digest.articles, digest.duplicatesRemoved)} · ${words.reading(minutesToRead(digest))}`

/** Minutes to read the front page and the tabs. */
function minutesToRead({ topStories, noteworthy, alsoMentioned, tabs }: Digest): number {
  const items = [...topStories, ...noteworthy.flatMap((group) => group.items), ...alsoMentioned]
  const texts = [
    ...items.flatMap(({ lead, summary, news }) => [
      { lead, text: lead.title },
      ...[...summary, ...(news?.sentence ? [news.sentence] : [])].map(({ text }) => ({ lead, text })),
    ]),
    ...tabs.flatMap((tab) =>
      tab.items.flatMap(({ article: lead, summary }) =>
        [lead.title, ...summary.map(({ text }) => text)].map((text) => ({ lead, text })),
      ),
    ),
  ]
  const words = texts.reduce(
    (sum, { lead, text }) => sum + summaryWords(text, isUnspacedLanguage(lead.language, lead.title)),
    0,
  )
  return Math.max(1, readingMinutes(words))
}

export const isEmpty = ({ topStories, noteworthy, alsoMentioned, tabs }: Digest): boolean =>
  topStories.length + noteworthy.length + alsoMentioned.length === 0 && tabs.every((tab) => tab.items.length === 0)

/** The notice below the masthead; null when there is none. Digests of version 1 were stored before quiet days were compared. */
export function noticeOf({ digest, words }: RenderContext): string | null {
  if (digest.version === 1) return digest.byRank ? words.byRank : null
  return digest.isQuiet ? words.quiet : null
}

/** The name of the first section. Where no story has a second newsroom, rank says little about importance. */
export const topName = ({ digest, words }: RenderContext): string =>
  digest.isUncorroborated ? words.newest : words.topStories

/** The line about items left out because their source has enough; null without any. */
export function foldedLine({ digest, words }: RenderContext): string | null {
  const folded = (digest.folded ?? []).map(({ sourceName, items }) => words.moreFrom(items, sourceName))
  return folded.length === 0 ? null : folded.join(' · ')
}

/** What was corrected, a sentence each, and the article that has it now. */
export interface CorrectionLine {
  readonly text: string
  readonly article: DigestArticle
}

export function correctionLines({ digest, language, words }: RenderContext): CorrectionLine[] {
  return (digest.corrections ?? []).map(({ what, figure, was, now, carried, article }) => {
    const when = hourNear(carried.at, digest.at, digest.zone, language)
    const stated = (value: string) => (figure === undefined ? value : words.figure[figure](grouped(value)))
    const say = what === 'figure' ? words.corrected : words.correctedHeadline
    return {
      text: `${words.correction}${words.colon}${say(when, stated(was), article.sourceName, stated(now))}`,
      article,
    }
  })
}

/** "Newsrooms differ: 15 dead (A, 10:15) · 17 dead (B, 09:40)"; null where they agree. */
export function differingLine(
  { differing = [] }: DigestItem,
  { digest, language, words }: RenderContext,
): string | null {
  if (differing.length === 0) return null
  const stated = differing.map(({ kind, value, sourceName, published }) => {
    const when = hourNear(published, digest.at, digest.zone, language)
    return `${words.figure[kind](grouped(value))} (${sourceName}, ${when})`
  })
  return `${words.differ}${words.colon}${stated.join(' · ')}`
}

/** 12500 as "12,500". */
const grouped = (value: string): string => (/^\d{4,}$/.test(value) ? value.replace(/\B(?=(?:\d{3})+$)/g, ',') : value)

/** When an article was published, in words; no hour where even the day is uncertain. */
export function whenOf(article: DigestArticle, { digest, language, words }: RenderContext): string {
  const { zone, at } = digest
  if (article.dateUncertain) return words.uncertain(shortDay(article.published, zone, language))
  return hourNear(article.published, at, zone, language)
}

/** The source line of an article: source, tier, time and further facts. */
export interface Facts {
  readonly article: DigestArticle
  readonly when: string
  /** Further facts on the line, after source, tier and hour. */
  readonly more: readonly string[]
}

/** The source line of an item, with its kind, score and number of newsrooms. A top story says so when it has only one. */
export function factsOf(item: DigestItem, context: RenderContext): Facts {
  const { lead, score, leadScore, related } = item
  const { words, digest } = context
  const isAlone = digest.version > 1 && !digest.isUncorroborated && digest.topStories.includes(item)
  const newsrooms = related.newsrooms > 1 || related.reprints > 0
  const corroboration =
    related.newsrooms === 1 && isAlone
      ? [words.oneNewsroom(related.reprints)]
      : newsrooms
        ? [words.newsrooms(related.newsrooms, related.reprints)]
        : []
  return {
    article: lead,
    when: whenOf(lead, context),
    more: [...kindOf(lead, words), words.score(leadScore ?? score, score), ...corroboration],
  }
}

export const kindOf = ({ kind }: DigestArticle, words: Words): string[] =>
  kind === undefined ? [] : [words.kind[kind]]

/** The source line of a tab's article. */
export function tabFacts(item: TabItem, context: RenderContext): Facts {
  const { digest, language, words } = context
  const { article } = item
  const when = item.older ? words.older(shortDay(article.published, digest.zone, language)) : whenOf(article, context)
  const category = item.rssCategory ?? item.finalCategory
  return { article, when, more: [...kindOf(article, words), ...(category === null ? [] : [category])] }
}

/** The same as plain text. */
export const factsText = ({ article, when, more }: Facts): string =>
  [article.sourceName, article.tier, when, ...more].join(' · ')

/** Further names are only counted. */
const mostNames = 6

/** "4 more from A, B, C"; null without related articles. */
export function relatedLine({ related }: DigestItem, { words }: RenderContext): string | null {
  if (related.articles === 0) return null
  const names = related.sourceNames.slice(0, mostNames)
  return words.more(related.articles, names, related.sourceNames.length - names.length)
}

/** "New since 14 Nov 18:00: 4 articles"; null for a story shown for the first time. */
export function newsLine({ news }: DigestItem, { digest, language, words }: RenderContext): string | null {
  if (news === null) return null
  return words.newSince(news.newArticles, hourNear(news.since, digest.at, digest.zone, language))
}

/** The sentence about what is new, unless the summary contains it. */
export function newSentence({ news, summary }: DigestItem): SummarySentence | null {
  const sentence = news?.sentence ?? null
  return sentence === null || summary.some(({ text }) => text === sentence.text) ? null : sentence
}

/** "Emerging 1 → 9": articles in the window before and in this one. */
export function trendLine({ trend }: DigestItem, { words }: RenderContext): string | null {
  if (trend === null || trend.tag === null) return null
  return `${words.trend[trend.tag]} ${words.fromTo(trend.before, trend.now)}`
}

/** A sentence and, when it is not from the lead, its article. */
export interface CitedSentence {
  readonly text: string
  readonly from: DigestArticle | null
}

export function citedSentences(item: DigestItem, sentences: readonly SummarySentence[]): CitedSentence[] {
  return sentences.map(({ text, article }) => ({
    text,
    from: article === item.lead.key ? null : (item.others.find((other) => other.key === article) ?? null),
  }))
}

/** The sentences of a summary by paragraph: one, or one for each event. */
export function paragraphsOf(summary: readonly SummarySentence[]): SummarySentence[][] {
  const paragraphs: SummarySentence[][] = []
  summary.forEach((sentence, at) => {
    if (at > 0 && sentence.event === summary[at - 1]!.event) paragraphs.at(-1)!.push(sentence)
    else paragraphs.push([sentence])
  })
  return paragraphs
}

/** The sentence of a one-line item; null where it would repeat the headline. */
export function oneLine({ summary, lead }: DigestItem): string | null {
  const first = summary[0]?.text ?? ''
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
  return bare(first) === '' || bare(first) === bare(lead.title) ? null : first
}

/** The separator after a sentence: none after full-width punctuation, else a space. */
export const blankAfter = (text: string): string => (/[\u3000-\u303f\uff00-\uffef]$/u.test(text) ? '' : ' ')

/** Joins sentences, with or without blanks as their script needs. */
export const sentencesText = (sentences: readonly SummarySentence[]): string =>
  sentences.map(({ text }, i) => (i === sentences.length - 1 ? text : `${text}${blankAfter(text)}`)).join('')

/** The lines of the health report about the feeds as a whole; one when all is well. */
export function healthLines({ digest: { health, notRead }, words }: RenderContext): string[] {
  const { polled, successful, errors, successRate, newArticles, duplicatesRemoved } = health
  const named = health.unhealthy.length + health.dead.length + notRead.length
  if (polled > 0 && errors === 0 && named === 0) return [words.allWell(polled, newArticles, duplicatesRemoved)]
  const lines = [words.polls(polled, successful, errors)]
  if (successRate !== null) lines.push(words.rate(`${(successRate * 100).toFixed(1)}%`))
  lines.push(words.harvest(newArticles, duplicatesRemoved))
  return lines
}

/** The feeds that were not read and that the health report does not name. */
export function otherNotRead({ digest: { health, notRead } }: RenderContext): readonly ReportedFeed[] {
  const named = new Set([...health.unhealthy, ...health.dead].map(({ url }) => url))
  return notRead.filter(({ url }) => !named.has(url))
}

/** What is said where no feed is listed as not read. */
export function notReadLine({ digest: { health, notRead }, words }: RenderContext): string {
  if (notRead.length > 0) return words.namedAbove
  return health.polled === 0 ? words.nothingPolled : words.everythingRead
}

/** What an empty digest says in place of news. */
export const emptyLine = ({ digest: { health }, words }: RenderContext): string =>
  health.polled === 0 ? words.nothingPolled : words.empty

/** The keys of the articles that the front page names. */
export function toldAbove({ topStories, noteworthy, alsoMentioned }: Digest): ReadonlySet<string> {
  const items = [...topStories, ...noteworthy.flatMap((group) => group.items), ...alsoMentioned]
  return new Set(
    items.flatMap(({ lead, others, inOtherLanguages = [] }) =>
      [lead, ...others, ...inOtherLanguages].map(({ key }) => key),
    ),
  )
}

/** The lists of the health report, each under its heading; empty ones are left out. */
export interface HealthList {
  readonly name: string
  readonly feeds: readonly ReportedFeed[]
}

export function healthLists({ digest: { health }, words }: RenderContext): HealthList[] {
  return [
    { name: words.unhealthy, feeds: health.unhealthy },
    { name: words.dead, feeds: health.dead },
  ].filter(({ feeds }) => feeds.length > 0)
}

/** Labels of topics under a heading. */
export interface TrendList {
  readonly name: string
  readonly labels: readonly string[]
}

/** The topics that come and go; empty lists are left out. */
export function trendLists({ digest: { health }, words }: RenderContext): TrendList[] {
  return [
    { name: words.emerging, labels: health.emerging },
    { name: words.declining, labels: health.declining },
  ].filter(({ labels }) => labels.length > 0)
}

/** The value of a `lang` attribute. For Chinese it includes the script, which decides the glyphs. */
export function langOf(language: string | null, text: string): string {
  if (language === null || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)) return ''
  const script = language === 'zh' ? hanScript(text) : null
  return script === null ? language : `${language}-${script}`
}

/** The `lang` of an article, by its headline where its own tag is not enough. */
export const articleLang = ({ language, title }: DigestArticle): string => langOf(language, title)
