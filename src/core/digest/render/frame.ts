import type { Digest, DigestArticle, DigestItem, ReportedFeed, SummarySentence, TabItem } from '../../domain/digest.ts'
import { hanScript } from './han-script.ts'
import { hourNear, type Language, longDay, offset, shortDay } from './local-time.ts'
import { type Words, wordsIn } from './words.ts'

/** A digest with the language its frame speaks: what every rendering works from. */
export interface Frame {
  readonly digest: Digest
  readonly language: Language
  readonly words: Words
  /** Items were left out of this rendering: a short list is then no sign of few articles. */
  readonly trimmed: boolean
}

export const frameOf = (digest: Digest, language: Language): Frame => ({
  digest,
  language,
  words: wordsIn(language),
  trimmed: false,
})

/** "Morning Brief". */
export const nameOf = ({ digest, words }: Frame): string => words.type[digest.type]

/** "Sunday, 15 November 2026". */
export const dayOf = ({ digest, language }: Frame): string => longDay(digest.at, digest.zone, language)

/** "14 Nov 07:00 – 15 Nov 07:00, times in Asia/Taipei (UTC+08:00)", in its two halves. */
export function rangeOf({ digest, language, words }: Frame): { readonly span: string; readonly zone: string } {
  const { window, zone, at } = digest
  const edge = (instant: number) => `${shortDay(instant, zone, language)} ${hourNear(instant, instant, zone, language)}`
  return { span: words.range(edge(window.from), edge(window.to)), zone: words.zone(zone, offset(at, zone)) }
}

export const countsOf = ({ digest, words }: Frame): string => words.counts(digest.articles, digest.duplicatesRemoved)

export const isEmpty = ({ topStories, noteworthy, alsoMentioned, tabs }: Digest): boolean =>
  topStories.length + noteworthy.length + alsoMentioned.length === 0 && tabs.every((tab) => tab.items.length === 0)

/** When an article appeared, as a reader would say it: no hour where even the day is a guess. */
export function whenOf(article: DigestArticle, { digest, language, words }: Frame): string {
  const { zone, at } = digest
  if (article.dateUncertain) return words.uncertain(shortDay(article.published, zone, language))
  return hourNear(article.published, at, zone, language)
}

/** Whose word it is and what it weighs. */
export interface Facts {
  readonly article: DigestArticle
  readonly when: string
  /** Whatever else is said on the line, after source, tier and hour. */
  readonly more: readonly string[]
}

/** Score, and how many wrote about it. */
export function factsOf(item: DigestItem, frame: Frame): Facts {
  const { lead, score, related } = item
  const { words } = frame
  const witnesses = related.newsrooms > 1 || related.reprints > 0
  const more = [words.score(score), ...(witnesses ? [words.newsrooms(related.newsrooms, related.reprints)] : [])]
  return { article: lead, when: whenOf(lead, frame), more }
}

/** What a line of a tab says of its article. */
export function tabFacts(item: TabItem, frame: Frame): Facts {
  const { digest, language, words } = frame
  const { article } = item
  const when = item.older ? words.older(shortDay(article.published, digest.zone, language)) : whenOf(article, frame)
  const category = item.finalCategory ?? item.rssCategory
  return { article, when, more: category === null ? [] : [category] }
}

/** The same on one line of plain text. */
export const factsText = ({ article, when, more }: Facts): string =>
  [article.sourceName, article.tier, when, ...more].join(' · ')

/** Names beyond these are only counted. */
const mostNames = 6

/** "4 more from A, B, C"; null where nobody else wrote about it. */
export function relatedLine({ related }: DigestItem, { words }: Frame): string | null {
  if (related.articles === 0) return null
  const names = related.sourceNames.slice(0, mostNames)
  return words.more(related.articles, names, related.sourceNames.length - names.length)
}

/** "New since 14 Nov 18:00: 4 articles"; null for a story shown for the first time. */
export function newsLine({ news }: DigestItem, { digest, language, words }: Frame): string | null {
  if (news === null) return null
  return words.newSince(news.newArticles, hourNear(news.since, digest.at, digest.zone, language))
}

/** What the story has to say since then, unless the summary says it already. */
export function newSentence({ news, summary }: DigestItem): SummarySentence | null {
  const sentence = news?.sentence ?? null
  return sentence === null || summary.some(({ text }) => text === sentence.text) ? null : sentence
}

/** "Emerging 1 → 9": articles in the window before and in this one. */
export function trendLine({ trend }: DigestItem, { words }: Frame): string | null {
  if (trend === null || trend.tag === null) return null
  return `${words.trend[trend.tag]} ${trend.before} → ${trend.now}`
}

/** A sentence and, when it is not the lead's own, the article it stands in. */
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

/** The one sentence of a brief; null where it would only say the headline again. */
export function oneLine({ summary, lead }: DigestItem): string | null {
  const first = summary[0]?.text ?? ''
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
  return bare(first) === '' || bare(first) === bare(lead.title) ? null : first
}

/** Scripts that need no blank between sentences. */
export const blankAfter = (text: string): string => (/[\u3000-\u303f\uff00-\uffef]$/u.test(text) ? '' : ' ')

/** Sentences in a row, as their script sets them. */
export const sentencesText = (sentences: readonly SummarySentence[]): string =>
  sentences.map(({ text }, i) => (i === sentences.length - 1 ? text : `${text}${blankAfter(text)}`)).join('')

/** What the report says of the feeds as a whole. */
export function healthLines({ digest: { health }, words }: Frame): string[] {
  const lines = [words.polls(health.polled, health.successful, health.errors)]
  if (health.successRate !== null) lines.push(words.rate(`${(health.successRate * 100).toFixed(1)}%`))
  lines.push(words.harvest(health.newArticles, health.duplicatesRemoved))
  return lines
}

/** What the report names, each under its heading; headings with nothing to name are left out. */
export interface HealthList {
  readonly name: string
  readonly feeds: readonly ReportedFeed[]
  readonly labels: readonly string[]
}

export function healthLists({ digest: { health }, words }: Frame): HealthList[] {
  return [
    { name: words.unhealthy, feeds: health.unhealthy, labels: [] },
    { name: words.dead, feeds: health.dead, labels: [] },
    { name: words.emerging, feeds: [], labels: health.emerging },
    { name: words.declining, feeds: [], labels: health.declining },
  ].filter(({ feeds, labels }) => feeds.length + labels.length > 0)
}

/** A language as a `lang` attribute may name it. Chinese also says how it is written, or it is drawn in the wrong forms. */
export function langOf(language: string | null, text: string): string {
  if (language === null || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)) return ''
  const script = language === 'zh' ? hanScript(text) : null
  return script === null ? language : `${language}-${script}`
}

/** The language an article is in, told by its headline where its own word is not enough. */
export const articleLang = ({ language, title }: DigestArticle): string => langOf(language, title)
