import type { StoryConstraint } from '../../domain/story.ts'

/** Constraints on clustering: which articles must share a story and which must not, by hand or because a story is frozen. */
export interface StoryConstraints {
  /** Must-link: the articles that must share the article's story, the newest hand-made constraint first. */
  readonly joins: (key: string) => readonly string[]
  /** Cannot-link: true when the two must not share a story. A hand-made join overrules freezing. */
  readonly mustSplit: (a: string, b: string) => boolean
  readonly isJoinedByHand: (a: string, b: string) => boolean
  /** Whether a hand-made constraint names the article. */
  readonly isConstrained: (key: string) => boolean
  /** The frozen story an article must stay in; null while it may move. */
  readonly frozenIn: (key: string) => string | null
}

/** Frozen stories: older than the refining window, so they do not change any more. */
export interface Frozen {
  /** The story an article must stay in; null while it may move. */
  readonly storyOf: (key: string) => string | null
  /** The articles that must stay in a story. */
  readonly membersOf: (story: string) => readonly string[]
}

/** Combines hand-made constraints, of which the newest counts per pair, with frozen stories. */
export function storyConstraints(constraints: readonly StoryConstraint[], frozen: Frozen): StoryConstraints {
  const byPair = newestPerPair(constraints)
  const joins = new Map<string, string[]>()
  for (const { kind, a, b } of newestFirst(byPair)) {
    if (kind !== 'join') continue
    listIn(joins, a).push(b)
    listIn(joins, b).push(a)
  }
  const kindOf = (a: string, b: string) => byPair.get(a)?.get(b)?.kind
  return {
    joins: (key) => {
      const byHand = joins.get(key) ?? NONE
      const story = frozen.storyOf(key)
      return story === null ? byHand : [...byHand, ...frozenWith(key, frozen.membersOf(story))]
    },
    isJoinedByHand: (a, b) => kindOf(a, b) === 'join',
    mustSplit: (a, b) => {
      const kind = kindOf(a, b)
      return kind === 'split' || (kind !== 'join' && areOtherFrozen(a, b, frozen))
    },
    isConstrained: (key) => byPair.has(key),
    frozenIn: frozen.storyOf,
  }
}

const NONE: readonly string[] = []

type ConstraintsByPair = Map<string, Map<string, StoryConstraint>>

function newestPerPair(constraints: readonly StoryConstraint[]): ConstraintsByPair {
  const byPair: ConstraintsByPair = new Map()
  const say = (from: string, to: string, constraint: StoryConstraint): void => {
    const own = byPair.get(from) ?? new Map<string, StoryConstraint>()
    byPair.set(from, own)
    const known = own.get(to)
    if (known === undefined || isNewer(constraint, known)) own.set(to, constraint)
  }
  for (const constraint of constraints) {
    say(constraint.a, constraint.b, constraint)
    say(constraint.b, constraint.a, constraint)
  }
  return byPair
}

/** Each pair once. */
function newestFirst(byPair: ConstraintsByPair): StoryConstraint[] {
  const each = new Set([...byPair.values()].flatMap((own) => [...own.values()]))
  return [...each].sort((a, b) => b.at - a.at || (pairOf(a) < pairOf(b) ? -1 : 1))
}

/** Of two constraints with the same time the split counts. */
function isNewer(a: StoryConstraint, b: StoryConstraint): boolean {
  return a.at > b.at || (a.at === b.at && a.kind === 'split')
}

function pairOf({ a, b }: StoryConstraint): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Every member is linked to the first, and the first to all. */
function frozenWith(key: string, members: readonly string[]): readonly string[] {
  return key === members[0] ? members.slice(1) : members.slice(0, 1)
}

function areOtherFrozen(a: string, b: string, frozen: Frozen): boolean {
  const [first, second] = [frozen.storyOf(a), frozen.storyOf(b)]
  return first !== null && second !== null && first !== second
}
