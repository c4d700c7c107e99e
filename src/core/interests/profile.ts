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
  /** What counted of this article so far; null for nothing. */
  readonly before: EngagementKind | null
}

/** A profile with nothing learned, only the configuration. */
export function newProfile(standing: StandingInterests): Profile {
  return { version: 1, standing, learned: [], engaged: { articles: 0, days: [] }, since: 0 }
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

/** What counts of an article: the last vote, else that it was saved, read or skipped, in this order. */
export function strongest(a: EngagementKind | null, b: EngagementKind): EngagementKind {
  if (a === null || isVote(b)) return b
  return isVote(a) || SAID.indexOf(a) < SAID.indexOf(b) ? a : b
}

const SAID: readonly EngagementKind[] = ['saved', 'read', 'skipped']
const isVote = (kind: EngagementKind): boolean => kind === 'more' || kind === 'less'

/**
 * Moves the weights of the article's terms: up, or down for `less` and `skipped`. An article counts once: a stronger
 * engagement takes the place of a weaker one, and the same again changes nothing.
 */
export function engage(profile: Profile, engagement: Engagement, policy: InterestPolicy): Profile {
  const { kind, article, at, terms, before } = engagement
  const step = policy.steps[strongest(before, kind)] - (before === null ? 0 : policy.steps[before])
  if (step === 0) return profile
  const learned = new Map(profile.learned.map((interest) => [interest.term, interest]))
  for (const { term, written, weight } of terms) {
    const move = { cause: kind, amount: step * weight, at, by: article }
    learned.set(term, moved(learned.get(term) ?? startOf(term, written, at), move, policy))
  }
  const engaged = before === null ? withArticle(profile.engaged, at, policy) : profile.engaged
  return { ...profile, version: profile.version + 1, learned: heaviest([...learned.values()], policy), engaged }
}

function withArticle({ articles, days }: Profile['engaged'], at: number, policy: InterestPolicy): Profile['engaged'] {
  const day = Math.floor(at / DAY_MS)
  const isNew = !days.includes(day) && days.length < policy.leastDays
  return { articles: articles + 1, days: isNew ? [...days, day] : days }
}

const DAY_MS = 86_400_000

/** A stored profile; one of an older program does not say of how many articles it was learned, but its moves name them. */
export function restoreProfile(stored: Profile | Omit<Profile, 'engaged' | 'since'>): Profile {
  if ('engaged' in stored) return stored
  const moves = stored.learned.flatMap((interest) => interest.moves)
  const articles = new Set(moves.flatMap(({ by, cause }) => (by !== null && cause !== 'configured' ? by : [])))
  const days = new Set(moves.flatMap(({ by, at }) => (by !== null && at !== null ? Math.floor(at / DAY_MS) : [])))
  return { ...stored, engaged: { articles: articles.size, days: [...days].sort((a, b) => a - b) }, since: 0 }
}

/** Removes everything learned; the configuration stays. */
export function resetProfile({ version, standing }: Profile, at: number): Profile {
  return { ...newProfile(standing), version: version + 1, since: at }
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
