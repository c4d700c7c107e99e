import type { ArticleReasons, ExplainedLink, ExplainedMatch, StoryReasons } from '../app/explain-story.ts'
import {
  CAUSES,
  DISPOSITIONS,
  evidenceText,
  figure,
  LAYERS,
  linkText,
  MEASURES,
  scoreWords,
  VETOES,
} from '../app/reason-words.ts'
import type { Score } from '../core/domain/score.ts'
import { counted } from '../core/text/counted.ts'
import { tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

/** Everything that was found about an article, for a person. */
export function articlePage(reasons: ArticleReasons, zone: string | null, terminal: Terminal): string {
  const { article, origins, matches, membership, story } = reasons
  const { bold } = terminal.colors
  const facts: (readonly [string, string])[] = [
    ['Article', `${article.id}, ${article.sourceName}, ${localTime(article.published, zone)}`],
    ['Address', article.url ?? 'none'],
    ...origins.map(
      (one) => ['Came by', `${one.name}, ${localTime(one.firstSeen, zone)}: ${DISPOSITIONS[one.disposition]}`] as const,
    ),
    ...(article.updatedAt === null ? [] : [['Updated', localTime(article.updatedAt, zone)] as const]),
    ...storyFacts(reasons),
    ...scoreFacts(reasons.score, zone),
  ]
  const lines = [bold(article.title), ...facts.map(([label, text]) => `  ${label.padEnd(10)} ${text}`)]
  lines.push(...linkLines(reasons.links))
  if (matches.length === 0 && reasons.links.length === 0)
    return [...lines, '', 'No stored article is similar.'].join('\n')
  const both =
    story !== null && membership !== null && story.members > 1
      ? [`\`copytaster why story ${story.key.slice(0, 8)}\` shows the others.`]
      : []
  const table = matches.length === 0 ? [] : ['', 'Found when it arrived:', ...matchTable(matches, terminal.width)]
  return [...lines, ...table, '', ...both].join('\n').trimEnd()
}

/** Each part with what it was computed from. */
function scoreFacts(score: Score | null, zone: string | null): (readonly [string, string])[] {
  if (score === null) return []
  const { parts, inputs } = score
  const words = scoreWords(inputs)
  const whole = (value: number) => String(Math.round(value))
  const cure = inputs.likeness === null ? '; `copytaster more` and `less` teach them' : ''
  return [
    ['Score', `${whole(score.value)} of 100 at ${localTime(score.takenAt, zone)}, from these five parts:`],
    ['Authority', `${whole(parts.authority)}: ${words.authority}`],
    ['Recency', `${whole(parts.recency)}: ${words.recency}`],
    ['Witnesses', `${whole(parts.corroboration)}: ${words.corroboration}`],
    ['Relevance', `${whole(parts.relevance)}: ${words.relevance}${cure}`],
    ['Depth', `${whole(parts.depth)}: ${words.depth}`],
  ]
}

/**
 * Each link with its evidence: first those that join the article to its story, then the best that was not sufficient.
 */
export function linkLines(links: readonly ExplainedLink[]): string[] {
  const holding = links.filter(({ holds }) => holds)
  const refused = links.filter(({ holds }) => !holds)
  return [
    ...(holding.length === 0 ? [] : ['', 'In its story by:', ...holding.flatMap(linkLine)]),
    ...(refused.length === 0 ? [] : ['', 'Best links that were not sufficient:', ...refused.flatMap(linkLine)]),
  ]
}

function linkLine(link: ExplainedLink): string[] {
  const { to, evidence } = link
  const name = to === null ? 'an article that is not stored any more' : `${to.id} ${to.title} (${to.sourceName})`
  return [`  ${name}`, `    ${linkText(link)}`, ...(evidence === null ? [] : [`    ${evidenceText(evidence)}`])]
}

function storyFacts({ membership, story }: ArticleReasons): (readonly [string, string])[] {
  if (membership === null) return []
  const others = story === null ? 0 : story.members - 1
  const company = others === 0 ? 'alone' : `with ${counted(others, 'other')}`
  return [
    ['Story', `${membership.story.slice(0, 8)}, ${company}; ${CAUSES[membership.cause]}`],
    ...(membership.copyOf === null ? [] : [['Reprint', 'of an earlier member of the story'] as const]),
  ]
}

function matchTable(matches: readonly ExplainedMatch[], width: number): string[] {
  const columns = [
    { heading: 'LAYER' },
    { heading: 'MEASURE' },
    { heading: 'VALUE', right: true, drops: true },
    { heading: 'NEEDED', right: true, drops: true },
    { heading: 'RESULT' },
    { heading: 'ARTICLE', main: true },
  ]
  const rows = matches.map((match) => [
    LAYERS[match.layer],
    MEASURES[match.measure],
    figure(match.value),
    figure(match.threshold),
    match.veto === null ? (match.relation === 'same' ? 'the same' : 'one event') : VETOES[match.veto],
    match.other === null ? 'not stored' : `${match.other.id} ${match.other.title} (${match.other.sourceName})`,
  ])
  return tableLines(columns, rows, width)
}

/** A story with its members, for a person. */
export function storyPage({ story, members }: StoryReasons, zone: string | null, terminal: Terminal): string {
  const lead = members.find(({ article }) => article.key === story.lead)?.article
  const reprints = story.reprints === 0 ? '' : `, ${counted(story.reprints, 'reprint')}`
  const columns = [
    { heading: 'NO', right: true },
    { heading: 'PUBLISHED', drops: true },
    { heading: 'SOURCE', shrinks: true },
    { heading: 'TITLE', main: true },
  ]
  const rows = members.map(({ article, membership }) => [
    String(article.id),
    localTime(article.published, zone),
    article.sourceName,
    `${article.title}${membership.copyOf === null ? '' : ' (reprint)'}${membership.cause === 'hand' ? ' (by hand)' : ''}`,
  ])
  return [
    terminal.colors.bold(lead?.title ?? story.key),
    `  Story ${story.key.slice(0, 8)}: ${counted(story.members, 'article')}, ${counted(story.newsrooms, 'newsroom')}${reprints}`,
    '',
    ...tableLines(columns, rows, terminal.width),
    ...members.flatMap(({ article, links }) => [
      '',
      terminal.colors.bold(`${article.id} ${article.title}`),
      ...linkLines(links).slice(1),
    ]),
  ].join('\n')
}
