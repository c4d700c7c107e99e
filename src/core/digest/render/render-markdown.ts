import type { DigestItem, DigestTab, ReportedFeed, SummarySentence } from '../../domain/digest.ts'
import { correctionLines, differingLine } from './figure-lines.ts'
import { healthLines, healthLists, notReadLine, otherNotRead, trendLists } from './health-lines.ts'
import { type Facts, factsOf, factsText, newsLine, relatedLine, tabFacts, whenOf } from './item-lines.ts'
import { mdLink, mdText } from './markdown-text.ts'
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
  topName,
} from './render-context.ts'
import { blankAfter, citedSentences, newSentence, oneLine, paragraphsOf, sentencesText } from './summary-sentences.ts'

/** The digest as Markdown, readable as it is or rendered. */
export function renderMarkdown(context: RenderContext): string {
  const { digest, words } = context
  const stories = digest.topStories.map((item, i) => storyPart(item, i + 1, context))
  const groups = digest.noteworthy.map(
    ({ category, items }) => `### ${mdText(category)}\n\n${items.map((item) => briefLine(item, context)).join('\n')}`,
  )
  const folded = foldedLine(context)
  const mentions = digest.alsoMentioned.map(
    ({ lead }) => `- ${mdLink(lead.title, lead.url)} — ${mdText(lead.sourceName)}`,
  )
  const parts = [
    header(context),
    contents(context),
    section(topName(context), stories),
    section(words.noteworthy, [...groups, folded === null ? '' : `*${mdText(folded)}*`]),
    section(words.alsoMentioned, [mentions.join('\n')]),
    ...digest.tabs.map((tab) => tabPart(tab, context)),
    section(words.trends, trendParts(context)),
    section(words.health, healthParts(context)),
    section(words.notRead, [otherNotRead(context).map(feedLine).join('\n') || notReadLine(context)]),
    `---\n\n${words.made}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function section(name: string, parts: readonly string[]): string {
  const filled = parts.filter((part) => part !== '')
  return filled.length === 0 ? '' : `## ${mdText(name)}\n\n${filled.join('\n\n')}`
}

function header(context: RenderContext): string {
  const { digest, words } = context
  const { span, zone } = rangeOf(context)
  const lines = [
    `# ${mdText(nameOf(context))} — ${dayOf(context)}`,
    `${mdText(`${span} · ${zone}`)}  \n${countsOf(context)}`,
  ]
  if (isEmpty(digest)) lines.push(`*${emptyLine(context)}*`)
  else if (noticeOf(context) !== null) lines.push(`*${noticeOf(context)}*`)
  lines.push(
    ...correctionLines(context).map(({ text, article }) => `> ${mdText(text)} ${mdLink(article.title, article.url)}`),
  )
  if (!isEmpty(digest)) lines.push(mdText(words.legend))
  return lines.join('\n\n')
}

/** Names without links: every Markdown renderer makes heading anchors differently. */
function contents({ digest, words }: RenderContext): string {
  const lines = digest.topStories.map(({ label }, i) => `${i + 1}. ${mdText(label)}`)
  const briefs = digest.noteworthy.reduce((sum, { items }) => sum + items.length, 0)
  if (briefs > 0) lines.push(`- ${words.noteworthy} (${briefs})`)
  if (digest.alsoMentioned.length > 0) lines.push(`- ${words.alsoMentioned} (${digest.alsoMentioned.length})`)
  for (const tab of digest.tabs) lines.push(`- ${mdText(tab.name)} (${tab.items.length})`)
  return section(words.contents, [lines.join('\n')])
}

function storyPart(item: DigestItem, rank: number, context: RenderContext): string {
  const trend = taggedTrend(item, context)
  const lines = [
    `### ${rank}. ${mdText(item.label)}${trend === null ? '' : ` — ${trend}`}`,
    `**${mdLink(item.lead.title, item.lead.url)}**  \n${facts(factsOf(item, context))}`,
    ...paragraphsOf(item.summary).map((paragraph) => sentences(item, paragraph)),
  ]
  const news = newsLine(item, context)
  const sentence = newSentence(item)
  if (news !== null) {
    const said = sentence === null ? '' : `${context.words.colon}${sentences(item, [sentence])}`
    lines.push(`> **${mdText(news)}**${said}`)
  }
  const differing = differingLine(item, context)
  if (differing !== null) lines.push(`*${mdText(differing)}*`)
  const related = relatedLine(item, context)
  if (related !== null) lines.push(mdText(related))
  const elsewhere = (item.inOtherLanguages ?? []).map(
    (article) =>
      `${mdLink(article.title, article.url)} (${mdText(`${article.sourceName}, ${whenOf(article, context)}`)})`,
  )
  if (elsewhere.length > 0) lines.push(`${context.words.alsoIn}${context.words.colon}${elsewhere.join(' · ')}`)
  return lines.filter((line) => line !== '').join('\n\n')
}

function sentences(item: DigestItem, list: readonly SummarySentence[]): string {
  return citedSentences(item, list)
    .map(
      ({ text, from }) =>
        `${mdText(text)}${from === null ? '' : ` (${mdLink(from.sourceName, from.url)})`}${blankAfter(text)}`,
    )
    .join('')
    .trim()
}

function briefLine(item: DigestItem, context: RenderContext): string {
  const says = oneLine(item)
  const text = says === null ? '' : `  \n  ${mdText(says)}`
  const related = relatedLine(item, context)
  const notes = [mdText(item.label), taggedTrend(item, context), related && mdText(related)].filter(
    (note) => note !== null,
  )
  return `- ${mdLink(item.lead.title, item.lead.url)}${text}  \n  ${facts(factsOf(item, context))}  \n  ${notes.join(' · ')}`
}

/** The trend with its tag in brackets, which programs and readers of Markdown look for. */
function taggedTrend({ trend }: DigestItem, { words }: RenderContext): string | null {
  return trend === null || trend.tag === null ? null : `[${trend.tag}] ${mdText(words.fromTo(trend.before, trend.now))}`
}

function tabPart(tab: DigestTab, context: RenderContext): string {
  const lines = tab.items.map((item) => {
    const text = sentencesText(item.summary)
    const summary = text === '' ? '' : `  \n  ${mdText(text)}`
    return `- ${mdLink(item.article.title, item.article.url)}  \n  ${facts(tabFacts(item, context))}${summary}`
  })
  const short = tab.items.length < tab.limit ? `*${context.words.short(tab.items.length, tab.limit)}*` : ''
  return section(tab.name, [lines.join('\n'), short])
}

function healthParts(context: RenderContext): string[] {
  const lines = healthLines(context)
  const lists = healthLists(context).map(({ name, feeds }) => `**${name}**\n\n${feeds.map(feedLine).join('\n')}`)
  return [lines.length === 1 ? mdText(lines[0]!) : lines.map((line) => `- ${mdText(line)}`).join('\n'), ...lists]
}

const trendParts = (context: RenderContext): string[] =>
  trendLists(context).map(
    ({ name, labels }) => `**${name}**\n\n${labels.map((label) => `- ${mdText(label)}`).join('\n')}`,
  )

const feedLine = ({ name, url, because }: ReportedFeed): string => `- ${mdLink(name, url)} — ${mdText(because)}`

const facts = (all: Facts): string => mdText(factsText(all))
