import type { DigestItem, DigestTab, ReportedFeed, SummarySentence } from '../../domain/digest.ts'
import {
  blankAfter,
  citedSentences,
  countsOf,
  dayOf,
  type Facts,
  type Frame,
  factsOf,
  factsText,
  healthLines,
  healthLists,
  isEmpty,
  nameOf,
  newSentence,
  newsLine,
  oneLine,
  rangeOf,
  relatedLine,
  sentencesText,
  tabFacts,
  trendLine,
} from './frame.ts'
import { mdLink, mdText } from './markdown-text.ts'

/** The digest as Markdown, to be read as it stands or rendered. */
export function renderMarkdown(frame: Frame): string {
  const { digest, words } = frame
  const stories = digest.topStories.map((item, i) => storyPart(item, i + 1, frame))
  const groups = digest.noteworthy.map(
    ({ category, items }) => `### ${mdText(category)}\n\n${items.map((item) => briefLine(item, frame)).join('\n')}`,
  )
  const mentions = digest.alsoMentioned.map(
    ({ lead }) => `- ${mdLink(lead.title, lead.url)} — ${mdText(lead.sourceName)}`,
  )
  const parts = [
    header(frame),
    contents(frame),
    section(words.topStories, stories),
    section(words.noteworthy, groups),
    section(words.alsoMentioned, [mentions.join('\n')]),
    ...digest.tabs.map((tab) => tabPart(tab, frame)),
    section(words.health, healthParts(frame)),
    section(words.notRead, [digest.notRead.map(feedLine).join('\n') || words.everythingRead]),
    `---\n\n${words.made}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function section(name: string, parts: readonly string[]): string {
  const filled = parts.filter((part) => part !== '')
  return filled.length === 0 ? '' : `## ${mdText(name)}\n\n${filled.join('\n\n')}`
}

function header(frame: Frame): string {
  const { digest, words } = frame
  const { span, zone } = rangeOf(frame)
  const lines = [`# ${nameOf(frame)} — ${dayOf(frame)}`, `${mdText(`${span} · ${zone}`)}  \n${countsOf(frame)}`]
  if (isEmpty(digest)) lines.push(`*${words.empty}*`)
  else if (digest.byRank) lines.push(`*${words.byRank}*`)
  return lines.join('\n\n')
}

/** Names only: anchors of headings are made differently by every program that renders Markdown. */
function contents({ digest, words }: Frame): string {
  const lines = digest.topStories.map(({ label }, i) => `${i + 1}. ${mdText(label)}`)
  const briefs = digest.noteworthy.reduce((sum, { items }) => sum + items.length, 0)
  if (briefs > 0) lines.push(`- ${words.noteworthy} (${briefs})`)
  if (digest.alsoMentioned.length > 0) lines.push(`- ${words.alsoMentioned} (${digest.alsoMentioned.length})`)
  for (const tab of digest.tabs) lines.push(`- ${mdText(tab.name)} (${tab.items.length})`)
  return section(words.contents, [lines.join('\n')])
}

function storyPart(item: DigestItem, place: number, frame: Frame): string {
  const trend = trendLine(item, frame)
  const lines = [
    `### ${place}. ${mdText(item.label)}${trend === null ? '' : ` — ${mdText(trend)}`}`,
    `**${mdLink(item.lead.title, item.lead.url)}**  \n${facts(factsOf(item, frame))}`,
    sentences(item, item.summary),
  ]
  const news = newsLine(item, frame)
  const sentence = newSentence(item)
  if (news !== null) {
    const said = sentence === null ? '' : `${frame.words.colon}${sentences(item, [sentence])}`
    lines.push(`> **${mdText(news)}**${said}`)
  }
  const related = relatedLine(item, frame)
  if (related !== null) lines.push(mdText(related))
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

function briefLine(item: DigestItem, frame: Frame): string {
  const says = oneLine(item)
  const text = says === null ? '' : `  \n  ${mdText(says)}`
  return `- ${mdLink(item.lead.title, item.lead.url)}${text}  \n  ${facts(factsOf(item, frame))}`
}

function tabPart(tab: DigestTab, frame: Frame): string {
  const lines = tab.items.map((item) => {
    const text = sentencesText(item.summary)
    const summary = text === '' ? '' : `  \n  ${mdText(text)}`
    return `- ${mdLink(item.article.title, item.article.url)}  \n  ${facts(tabFacts(item, frame))}${summary}`
  })
  const short = tab.items.length < tab.limit ? `*${frame.words.short(tab.items.length, tab.limit)}*` : ''
  return section(tab.name, [lines.join('\n'), short])
}

function healthParts(frame: Frame): string[] {
  const lists = healthLists(frame).map(({ name, feeds, labels }) => {
    if (labels.length > 0) return `**${name}**${frame.words.colon}${labels.map(mdText).join(frame.words.list)}`
    return `**${name}**\n\n${feeds.map(feedLine).join('\n')}`
  })
  return [
    healthLines(frame)
      .map((line) => `- ${mdText(line)}`)
      .join('\n'),
    ...lists,
  ]
}

const feedLine = ({ name, url, because }: ReportedFeed): string => `- ${mdLink(name, url)} — ${mdText(because)}`

const facts = (all: Facts): string => mdText(factsText(all))
