import type { EngagementKind, Interest, Move, Profile, StandingInterests } from '../domain/interest.ts'
import type { WeighedTerm } from './article-interests.ts'
import { fadeInterest } from './fade.ts'
import type { InterestPolicy } from './interest-policy.ts'

/** An action of a reader on one article, with the article's terms. */
export interface Engagement {
  readonly kind: EngagementKind
  /** Key of the article. */
  readonly article: string
  readonly at: number
  readonly terms: readonly WeighedTerm[]
}

/** A profile with nothing learned, only the configuration. */
export function newProfile(standing: StandingInterests): Profile {
  return { version: 1, standing, learned: [] }
}

/** The profile with another configuration; the same record when nothing changed. */
export function withStanding(profile: Profile, standing: StandingInterests): Profile {
  if (sameStanding(profile.standing, standing)) return profile
  return { ...profile, version: profile.version + 1, standing }
}

/** Compares configurations; the order of lines is ignored. */
function sameStanding(a: StandingInterests, b: StandingInterests): boolean {
  const text = ({ interests, categories, languages }: StandingInterests): string =>
    JSON.stringify([Object.entries(interests).sort(), [...categories].sort(), [...languages].sort()])
  return text(a) === text(b)
}

/** Moves the weights of the article's terms: up, or down for `less`. */
export function engage(profile: Profile, engagement: Engagement, policy: InterestPolicy): Profile {
  const { kind, article, at, terms } = engagement
  const learned = new Map(profile.learned.map((interest) => [interest.term, interest]))
  for (const { term, written, weight } of terms) {
    const step = { cause: kind, amount: policy.steps[kind] * weight, at, by: article }
    learned.set(term, moved(learned.get(term) ?? startOf(term, written, at), step, policy))
  }
  return { ...profile, version: profile.version + 1, learned: heaviest([...learned.values()], policy) }
}

/** Removes everything learned; the configuration stays. */
export function resetProfile(profile: Profile): Profile {
  return { ...profile, version: profile.version + 1, learned: [] }
}

function startOf(term: string, written: string, at: number): Interest {
  return { term, written, weight: 0, engagedAt: at, fadesFrom: at, moves: [] }
}

/** Applies decay up to the moment first, so that the order of calls does not matter. */
function moved(before: Interest, step: Move & { readonly at: number }, policy: InterestPolicy): Interest {
  const { at } = step
  const interest = fadeInterest(before, at, policy)
  const weight = Math.min(policy.mostWeight, Math.max(-policy.mostWeight, interest.weight + step.amount))
  const engagedAt = Math.max(interest.engagedAt, at)
  return {
    ...interest,
    weight,
    engagedAt,
    fadesFrom: Math.max(interest.fadesFrom, at),
    moves: listed([...interest.moves, { ...step, amount: weight - interest.weight }], policy.mostMoves),
  }
}

/** Keeps the newest changes and sums the older ones, so that they still add up to the weight. */
function listed(moves: readonly Move[], most: number): Move[] {
  if (moves.length <= most) return [...moves]
  const old = moves.slice(0, moves.length - most + 1)
  const amount = old.reduce((sum, move) => sum + move.amount, 0)
  return [{ cause: 'earlier', amount, at: old.at(-1)!.at, by: null }, ...moves.slice(moves.length - most + 1)]
}

function heaviest(interests: readonly Interest[], policy: InterestPolicy): Interest[] {
  const ranked = [...interests].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || byTerm(a, b))
  return ranked.slice(0, policy.mostTerms).sort(byTerm)
}

function byTerm(a: Interest, b: Interest): number {
  return a.term < b.term ? -1 : a.term > b.term ? 1 : 0
}
