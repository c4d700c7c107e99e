import type { DigestItem, DigestTab, ReportedFeed, SummarySentence } from '../../domain/digest.ts'
import { correctionLines, differingLine } from './figure-lines.ts'
import { type HealthList, healthLines, healthLists, notReadLine, otherNotRead, trendLists } from './health-lines.ts'
import { factsOf, factsText, newsLine, relatedLine, tabFacts, trendLine, whenOf } from './item-lines.ts'
import type { MailNotes } from './mail-page.ts'
import { plain } from './plain.ts'
import {
  countsOf,
  dayOf,
  emptyLine,
  foldedLine,
  isEmpty,
  nameOf,
  noticeOf,
  type RenderContext,
  rangeOf,
  toldAbove,
  topName,
} from './render-context.ts'
import { safeUrl } from './safe-url.ts'
import { blankAfter, citedSentences, newSentence, oneLine, paragraphsOf, sentencesText } from './summary-sentences.ts'

/** The plain-text part: the same digest for programs and readers that want no HTML. */
export function mailText(context: RenderContext, notes: MailNotes): string {
  const { digest, words } = context
  const told = toldAbove(digest)
  const parts = [
    header(context),
    ...notesPart(context, notes),
    section(
      topName(context),
      digest.topStories.map((item, i) => storyPart(item, i + 1, context)),
    ),
    section(
      words.noteworthy,
      digest.noteworthy
        .map(({ category, items }) => [`[${category}]`, ...items.map((item) => brief(item, context))].join('\n\n'))
        .concat(foldedLine(context) ?? []),
    ),
    section(
      words.alsoMentioned,
      digest.alsoMentioned.map(({ lead }) => lines([`${lead.title} (${lead.sourceName})`, link(lead.url)])),
    ),
    ...digest.tabs.map((tab) => tabPart(tab, told, context)),
    section(
      words.trends,
      trendLists(context).map(({ name, labels }) => lines([name, ...labels.map((label) => `- ${label}`)])),
    ),
    section(words.health, [lines(healthLines(context)), ...healthLists(context).map(healthPart)]),
    section(words.notRead, [lines(otherNotRead(context).map(feedLine)) || notReadLine(context)]),
    words.made,
    ...notes.unsubscribe.slice(0, 1).map((url) => `${words.unsubscribe}${words.colon}${link(url)}`),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Each value on its own line, whatever it contains. */
const lines = (values: readonly string[]): string =>
  values
    .filter((value) => value !== '')
    .map(plain)
    .join('\n')

const link = (url: string): string => safeUrl(url) ?? ''

function section(name: string, parts: readonly string[]): string {
  if (parts.length === 0) return ''
  const title = plain(name)
  return `${title}\n${'='.repeat(Math.min(60, title.length * (/[\u3000-\u9fff]/.test(title) ? 2 : 1)))}\n\n${parts.join('\n\n')}`
}

function header(context: RenderContext): string {
  const { digest, words } = context
  const { span, zone } = rangeOf(context)
  const notice = isEmpty(digest) ? emptyLine(context) : (noticeOf(context) ?? '')
  return lines([
    `${nameOf(context)} — ${dayOf(context)}`,
    `${span} · ${zone}`,
    countsOf(context),
    notice,
    ...correctionLines(context).map(({ text, article }) => `${text} ${link(article.url)}`),
    words.legend,
  ])
}

function notesPart({ words }: RenderContext, { leftOut, pageUrl }: MailNotes): string[] {
  const page = pageUrl === null ? '' : `${words.onThePage}${words.colon}${link(pageUrl)}`
  return [lines([leftOut === 0 ? '' : words.leftOut(leftOut), page])]
}

function storyPart(item: DigestItem, rank: number, context: RenderContext): string {
  const trend = trendLine(item, context)
  const news = newsLine(item, context)
  const added = newSentence(item)
  return lines([
    `${rank}. ${item.label}${trend === null ? '' : ` (${trend})`}`,
    item.lead.title,
    factsText(factsOf(item, context)),
    link(item.lead.url),
    ...paragraphsOf(item.summary).map((paragraph) => sentences(item, paragraph)),
    news === null ? '' : `* ${news}${added === null ? '' : `${context.words.colon}${sentences(item, [added])}`}`,
    differingLine(item, context) ?? '',
    relatedLine(item, context) ?? '',
    ...(item.inOtherLanguages ?? []).map(
      (article) => `- ${article.title} (${article.sourceName}, ${whenOf(article, context)}) ${article.url}`,
    ),
  ])
}

function sentences(item: DigestItem, list: readonly SummarySentence[]): string {
  return citedSentences(item, list)
    .map(({ text, from }) => `${text}${from === null ? '' : ` [${from.sourceName}]`}${blankAfter(text)}`)
    .join('')
    .trim()
}

const brief = (item: DigestItem, context: RenderContext): string =>
  lines([item.lead.title, oneLine(item) ?? '', factsText(factsOf(item, context)), link(item.lead.url)])

function tabPart(tab: DigestTab, told: ReadonlySet<string>, context: RenderContext): string {
  const rows = tab.items.map((item) =>
    told.has(item.article.key)
      ? lines([`${item.article.title} (${context.words.above})`])
      : lines([
          item.article.title,
          factsText(tabFacts(item, context)),
          sentencesText(item.summary),
          link(item.article.url),
        ]),
  )
  const short =
    tab.items.length < tab.limit && !context.trimmed ? [context.words.short(tab.items.length, tab.limit)] : []
  return section(tab.name, [...rows, ...short])
}

const healthPart = ({ name, feeds }: HealthList): string => lines([name, ...feeds.map(feedLine)])

const feedLine = ({ name, because }: ReportedFeed): string => `- ${name} — ${because}`
