import type { ArticleReasons, ExplainedLink, ExplainedMatch, StoryReasons } from '../app/explain-story.ts'
import type { Disposition } from '../core/domain/disposition.ts'
import type { LayerName, Measure, Veto } from '../core/domain/match.ts'
import type { PairEvidence } from '../core/domain/pair-evidence.ts'
import type { Score, ScoreInputs } from '../core/domain/score.ts'
import type { LinkMeasure } from '../core/domain/story.ts'
import { counted } from './counted.ts'
import { tableLines } from './table.ts'
import type { Terminal } from './terminal.ts'
import { localTime } from './times.ts'

const LAYERS: Readonly<Record<LayerName, string>> = {
  guid: 'guid',
  url: 'address',
  title: 'title',
  content: 'text',
  event: 'event',
}

const MEASURES: Readonly<Record<Measure, string>> = {
  equal: 'the same',
  'soft-idf': 'words by rarity',
  letters: 'letters',
  jaccard: 'shared words',
  'jaro-winkler': 'Jaro–Winkler',
  levenshtein: 'Levenshtein',
  shingles: 'shared runs of words',
  simhash: 'SimHash bits',
  minhash: 'MinHash',
  sentences: 'same sentences',
  pair: 'certainty of one event',
  entities: 'shared names',
}

const VETOES: Readonly<Record<Veto, string>> = {
  numbers: 'overturned: other numbers',
  'decisive-word': 'overturned: a decisive word differs',
  'same-source': 'overturned: one source',
  content: 'overturned: the texts differ',
  version: 'refused: another version',
  roundup: 'refused: a roundup of several events',
  occasion: 'refused: another day, quarter or episode',
  'one-term': 'refused: one shared word alone',
}

const CAUSES: Readonly<Record<NonNullable<ArticleReasons['membership']>['cause'], string>> = {
  online: 'preliminary, decided when it arrived',
  refine: 'refined from all articles',
  hand: 'set by a person',
  frozen: 'kept, since it is older than a week',
}

export const DISPOSITIONS: Readonly<Record<Disposition, string>> = {
  unique: 'new',
  exact_duplicate: 'the same again',
  revision: 'a new version',
  near_duplicate: 'a copy',
  same_event: 'the same event told otherwise',
}

/** At most three decimals. */
const figure = (value: number) => String(Math.round(value * 1000) / 1000)

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

const share = (value: number) => `${Math.round(value * 100)} %`

/** Each part with what it was computed from, in words that need no other page. */
function scoreFacts(score: Score | null, zone: string | null): (readonly [string, string])[] {
  if (score === null) return []
  const { parts, inputs } = score
  const whole = (value: number) => String(Math.round(value))
  return [
    ['Score', `${whole(score.value)} of 100 at ${localTime(score.takenAt, zone)}, from these five parts:`],
    ['Authority', `${whole(parts.authority)}: ${authorityOf(inputs)}`],
    ['Recency', `${whole(parts.recency)}: ${recencyOf(inputs)}`],
    ['Witnesses', `${whole(parts.corroboration)}: ${witnessesOf(inputs)}`],
    ['Relevance', `${whole(parts.relevance)}: ${relevanceOf(inputs)}`],
    ['Depth', `${whole(parts.depth)}: ${depthOf(inputs)}`],
  ]
}

const TIER_FROM = { source: 'by feeds.yaml', registry: 'by the list of known sources', default: 'by default' } as const

const authorityOf = ({ tier, tierFrom, successShare }: ScoreInputs): string =>
  `a source of tier ${tier.slice(1)} of 5, 1 the best (${TIER_FROM[tierFrom]}); ${share(successShare)} of the polls of its feed were answered`

function recencyOf({ hoursOld, lambda, dateUncertain }: ScoreInputs): string {
  const halves = lambda === 0 ? 'age does not count' : `it halves every ${Math.round(Math.LN2 / lambda)} hours`
  const doubt = dateUncertain ? '; less because its date is uncertain' : ''
  return `${counted(Math.round(hoursOld), 'hour')} old; ${halves}${doubt}`
}

const witnessesOf = ({ sources, tiers }: ScoreInputs): string =>
  sources === 1
    ? 'one newsroom tells the story so far'
    : `${sources} newsrooms tell the story themselves, of ${counted(tiers, 'tier')}`

const relevanceOf = ({ likeness }: ScoreInputs): string =>
  likeness === null
    ? 'neutral, since you have no interests yet; `copytaster more` and `less` teach them'
    : `it resembles your interests by ${figure(likeness)}, where 1 is most`

function depthOf({ words, hasData, hasList, hasReference, partialContent }: ScoreInputs): string {
  const has = [hasData ? 'data' : '', hasList ? 'a list' : '', hasReference ? 'references' : ''].filter(
    (one) => one !== '',
  )
  const cut = partialContent ? '; the feed gives only the beginning, so it counts for less' : ''
  return `${counted(words, 'word')}${has.length === 0 ? '' : ` with ${has.join(', ')}`}${cut}`
}

/**
 * Each link with its evidence: first those that join the article to its story, then the best that was not sufficient.
 */
export function linkLines(links: readonly ExplainedLink[]): string[] {
  const holding = links.filter(({ holds }) => holds)
  const refused = links.filter(({ holds }) => !holds)
  return [
    ...(holding.length === 0 ? [] : ['', 'In its story by:', ...holding.flatMap(linkText)]),
    ...(refused.length === 0 ? [] : ['', 'Best links that were not sufficient:', ...refused.flatMap(linkText)]),
  ]
}

function linkText(link: ExplainedLink): string[] {
  const { to, measure, value, threshold, veto, evidence } = link
  const name = to === null ? 'an article that is not stored any more' : `${to.id} ${to.title} (${to.sourceName})`
  const verdict =
    veto !== null
      ? `, ${VETOES[veto]}`
      : link.holds || value < threshold
        ? ''
        : ', refused: too unlike the rest of that story'
  const figures = measure === 'hand' || measure === 'frozen' ? '' : ` ${figure(value)}, needed ${figure(threshold)}`
  return [
    `  ${name}`,
    `    ${LINK_MEASURES[measure]}${figures}${verdict}`,
    ...(evidence === null ? [] : [`    ${evidenceText(evidence)}`]),
  ]
}

/** The evidence for the pair rule in one line. */
export function evidenceText(evidence: PairEvidence): string {
  const { overlap, titles, headlines, shared, rarest, otherFigures, shorter, isBare, hoursApart } = evidence
  return [
    `overlap ${figure(overlap)}`,
    `titles ${figure(titles)}`,
    ...(isBare ? [`headlines ${figure(headlines)}`] : []),
    `rarity of the rarest shared word ${tenths(rarest)}, of all others ${tenths(shared)}`,
    ...(otherFigures > 0 ? ['other figures'] : []),
    isBare ? 'headlines only' : `shorter text ${shorter} terms`,
    hoursApart === null ? 'time not known' : `${tenths(hoursApart)} h apart`,
    ...sourceTexts(evidence),
  ].join(' · ')
}

function sourceTexts({ sameSource, isCredited, isFollowUp, names }: PairEvidence): string[] {
  if (isFollowUp)
    return [`${figure(names)} names in a follow-up of the same source; another source tells the event too`]
  return sameSource ? ['same source'] : isCredited ? ['one credits the newsroom of the other'] : []
}

const tenths = (value: number): string => figure(Math.round(value * 10) / 10)

const LINK_MEASURES: Readonly<Record<LinkMeasure, string>> = {
  ...MEASURES,
  hand: 'joined by hand',
  frozen: 'shared a story when it became older than a week',
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
