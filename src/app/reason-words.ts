import type { Disposition } from '../core/domain/disposition.ts'
import type { LayerName, Measure, Veto } from '../core/domain/match.ts'
import type { PairEvidence } from '../core/domain/pair-evidence.ts'
import { type Said, say } from '../core/domain/reason-texts.ts'
import type { ScoreInputs, ScoreParts } from '../core/domain/score.ts'
import type { ScoreReason } from '../core/domain/score-reason.ts'
import type { LinkMeasure, Membership, StoryLink } from '../core/domain/story.ts'
import { counted } from '../core/text/counted.ts'

/* What was found about articles, in words for a person: the same on the command line, in the API and on the page. */

export const LAYERS: Readonly<Record<LayerName, string>> = {
  guid: 'guid',
  url: 'address',
  title: 'title',
  content: 'text',
  event: 'event',
}

export const MEASURES: Readonly<Record<Measure, string>> = {
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

export const VETOES: Readonly<Record<Veto, string>> = {
  numbers: 'overturned: other numbers',
  'decisive-word': 'overturned: a decisive word differs',
  'same-source': 'overturned: one source',
  content: 'overturned: the texts differ',
  version: 'refused: another version',
  roundup: 'refused: a roundup of several events',
  occasion: 'refused: another day, quarter or episode',
  'one-term': 'refused: one shared word alone',
}

export const CAUSES: Readonly<Record<Membership['cause'], string>> = {
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
export const figure = (value: number) => String(Math.round(value * 1000) / 1000)

/** What each part of a score was computed from. */
export const scoreReasons = (inputs: ScoreInputs): readonly ScoreReason[] => {
  const { tier, tierFrom, successShare, hoursOld, lambda, dateUncertain, sources, tiers, likeness, words } = inputs
  const { hasData, hasList, hasReference, partialContent } = inputs
  const halvesEvery = lambda === 0 ? null : Math.round(Math.LN2 / lambda)
  return [
    { code: 'authority', tier: Number(tier.slice(1)), tierFrom, answered: Math.round(successShare * 100) },
    { code: 'recency', hours: Math.round(hoursOld), halvesEvery, dateUncertain },
    { code: 'corroboration', newsrooms: sources, tiers },
    { code: 'relevance', likeness: likeness === null ? null : Math.round(likeness * 1000) / 1000 },
    { code: 'depth', words, hasData, hasList, hasReference, isPartial: partialContent },
  ]
}

const TIER_FROM = { source: 'by feeds.yaml', registry: 'by the list of known sources', default: 'by default' } as const

const SCORES: Said<ScoreReason> = {
  authority: ({ tier, tierFrom, answered }) =>
    `a source of tier ${tier} of 5, 1 the best (${TIER_FROM[tierFrom]}); ${answered} % of the polls of its feed were answered`,
  recency: ({ hours, halvesEvery, dateUncertain }) => {
    const halves = halvesEvery === null ? 'age does not count' : `it halves every ${halvesEvery} hours`
    return `${counted(hours, 'hour')} old; ${halves}${dateUncertain ? '; less because its date is uncertain' : ''}`
  },
  corroboration: ({ newsrooms, tiers }) =>
    newsrooms === 1
      ? 'one newsroom tells the story so far'
      : `${newsrooms} newsrooms tell the story themselves, of ${counted(tiers, 'tier')}`,
  relevance: ({ likeness }) =>
    likeness === null
      ? 'neutral, since you have no interests yet'
      : `it resembles your interests by ${figure(likeness)}, where 1 is most`,
  depth: ({ words, hasData, hasList, hasReference, isPartial }) => {
    const has = [hasData ? 'data' : '', hasList ? 'a list' : '', hasReference ? 'references' : ''].filter(Boolean)
    const cut = isPartial ? '; the feed gives only the beginning, so it counts for less' : ''
    return `${counted(words, 'word')}${has.length === 0 ? '' : ` with ${has.join(', ')}`}${cut}`
  },
}

/** What a part of a score was computed from, in words that need no other page. */
export const scoreReasonWords = (reason: ScoreReason): string => say(SCORES, reason)

/** The same of all parts. */
export const scoreWords = (inputs: ScoreInputs): Readonly<Record<keyof ScoreParts, string>> =>
  Object.fromEntries(scoreReasons(inputs).map((reason) => [reason.code, scoreReasonWords(reason)])) as Record<
    keyof ScoreParts,
    string
  >

/** The evidence for the pair rule in one line. */
export function evidenceText(evidence: PairEvidence): string {
  const { overlap, titles, headlines, shared, rarest, otherFigures, terms, otherNames } = evidence
  const { shorter, isBare, hoursApart } = evidence
  return [
    `overlap ${figure(overlap)}`,
    `titles ${figure(titles)}`,
    ...(isBare ? [`headlines ${figure(headlines)}`] : []),
    `rarity of the rarest shared word ${tenths(rarest)}, of all others ${tenths(shared)}`,
    ...(otherFigures > 0 ? ['other figures'] : []),
    ...(terms > 0 ? [`${terms} terms shared`] : []),
    ...(otherNames > 0 ? [`rarity of names that only one title has ${tenths(otherNames)}`] : []),
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

/** The words of a link: what was measured, the value and what was needed, and what overturned it. */
export function linkText({ measure, value, threshold, veto, holds }: StoryLink): string {
  const overturned = veto === null ? tooUnlike({ holds, value, threshold }) : `, ${VETOES[veto]}`
  const isMeasured = measure !== 'hand' && measure !== 'frozen'
  return `${LINK_MEASURES[measure]}${isMeasured ? ` ${figure(value)}, needed ${figure(threshold)}` : ''}${overturned}`
}

const tooUnlike = ({ holds, value, threshold }: Pick<StoryLink, 'holds' | 'value' | 'threshold'>): string =>
  holds || value < threshold ? '' : ', refused: too unlike the rest of that story'

const LINK_MEASURES: Readonly<Record<LinkMeasure, string>> = {
  ...MEASURES,
  hand: 'joined by hand',
  frozen: 'shared a story when it became older than a week',
}
