import type { Link } from '../http/contract/stories.ts'
import type { Texts } from './texts/texts.ts'

type Words = Texts['links']
type Evidence = NonNullable<Link['evidence']>

/** Why two articles are, or are not, in one story, in sentences for who reads newspapers. */
export function linkSentences(link: Link, t: Words): readonly string[] {
  const { evidence } = link
  return [
    verdictOf(link, t),
    ...(link.veto === null ? [] : [t.vetoes[link.veto] ?? t.overturned]),
    ...(evidence === null ? [] : evidenceSentences(evidence, t)),
  ]
}

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100)

function verdictOf({ measure, layer, holds, veto, value, threshold }: Link, t: Words): string {
  if (measure === 'hand') return t.byHand
  if (measure === 'frozen') return t.frozen
  if (measure === 'pair') {
    if (holds) return t.sure(percent(value), percent(threshold))
    return value < threshold || veto !== null ? t.unsure(percent(value), percent(threshold)) : t.unlikeRest
  }
  const [alike, tooLittle] = t.layers[layer] ?? t.layers.content!
  return holds ? alike : tooLittle
}

/** From which share on words say "mostly", and from which "partly". */
const MOSTLY = 0.55
const PARTLY = 0.25

const degreeOf = (share: number): 0 | 1 | 2 => (share >= MOSTLY ? 0 : share >= PARTLY ? 1 : 2)

function evidenceSentences(evidence: Evidence, t: Words): string[] {
  const { titles, overlap, isBare, headlines, otherFigures, otherNames } = evidence
  const { hoursApart, sameSource, isFollowUp, isCredited } = evidence
  return [
    ...(isBare ? [t.bare, t.headlines[degreeOf(headlines)]!] : [t.titles[degreeOf(titles)]!]),
    ...(isBare ? [] : [t.overlap[degreeOf(overlap)]!]),
    ...(otherFigures > 0 ? [t.otherFigures] : []),
    ...(otherNames > 0 ? [t.otherNames] : []),
    ...(isFollowUp ? [t.followUp] : sameSource ? [t.sameSource] : isCredited ? [t.credited] : []),
    hoursApart === null ? t.noTime : t.apart(Math.round(hoursApart)),
  ]
}

/** A value that was compared, and what was needed; null where nothing is. */
export interface LinkValue {
  readonly name: string
  readonly value: string
  readonly needed: string | null
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** The figures behind the sentences, for who wants to check them. */
export function linkValues({ measure, layer, value, threshold, evidence }: Link, t: Words): readonly LinkValue[] {
  const isMeasured = measure !== 'hand' && measure !== 'frozen'
  const name =
    measure === 'pair'
      ? t.values.certainty
      : `${t.values.likeness} (${t.layerNames[layer] ?? layer}, ${t.measures[measure] ?? measure})`
  const first = isMeasured ? [{ name, value: rounded(value), needed: rounded(threshold) }] : []
  if (evidence === null) return first
  const { overlap, titles, headlines, isBare, rarest, shared, otherFigures, shorter, hoursApart, names } = evidence
  const { terms, otherNames } = evidence
  const rows: readonly (readonly [string, number | null])[] = [
    [t.values.overlap, overlap],
    [t.values.titles, titles],
    [t.values.headlines, isBare ? headlines : null],
    [t.values.rarest, rarest],
    [t.values.shared, shared],
    [t.values.otherFigures, otherFigures],
    [t.values.terms, terms > 0 ? terms : null],
    [t.values.otherNames, otherNames > 0 ? otherNames : null],
    [t.values.shorter, shorter],
    [t.values.names, names > 0 ? names : null],
    [t.values.hoursApart, hoursApart],
  ]
  return [
    ...first,
    ...rows.flatMap(([name, one]) => (one === null ? [] : [{ name, value: rounded(one), needed: null }])),
  ]
}
