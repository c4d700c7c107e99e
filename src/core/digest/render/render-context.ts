import type { Digest, DigestItem, SummarySentence } from '../../domain/digest.ts'
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
