import type { StoryConstraint } from '../../domain/story.ts'

/** What binds or bars articles besides their likeness: hands and freezing. */
export interface Bonds {
  /** Other articles that must share the article's story, the strongest saying first. */
  readonly joins: (key: string) => readonly string[]
  /** True when the two must not share a story, whatever their likeness; a hand overrules a number. */
  readonly saysApart: (a: string, b: string) => boolean
  readonly saysTogether: (a: string, b: string) => boolean
  /** Whether a hand says anything of an article. */
  readonly isNamed: (key: string) => boolean
  /** The story an article must stay in; null while it may move. */
  readonly frozenIn: (key: string) => string | null
}

/** Stories that may not change any more. */
export interface Frozen {
  /** The story an article must stay in; null while it may move. */
  readonly storyOf: (key: string) => string | null
  /** All that must stay in a story. */
  readonly membersOf: (story: string) => readonly string[]
}

/** What holds besides likeness: hand-made constraints, of which the newest counts per pair, and stories already frozen. */
export function bondsOf(constraints: readonly StoryConstraint[], frozen: Frozen): Bonds {
  const says = sayingsOf(constraints)
  const joins = new Map<string, string[]>()
  for (const { kind, a, b } of newestFirst(says)) {
    if (kind !== 'join') continue
    listIn(joins, a).push(b)
    listIn(joins, b).push(a)
  }
  const said = (a: string, b: string) => says.get(a)?.get(b)?.kind
  return {
    joins: (key) => {
      const byHand = joins.get(key) ?? NOBODY
      const story = frozen.storyOf(key)
      return story === null ? byHand : [...byHand, ...frozenWith(key, frozen.membersOf(story))]
    },
    saysTogether: (a, b) => said(a, b) === 'join',
    saysApart: (a, b) => {
      const saying = said(a, b)
      return saying === 'split' || (saying !== 'join' && areOtherFrozen(a, b, frozen))
    },
    isNamed: (key) => says.has(key),
    frozenIn: frozen.storyOf,
  }
}

const NOBODY: readonly string[] = []

type Sayings = Map<string, Map<string, StoryConstraint>>

function sayingsOf(constraints: readonly StoryConstraint[]): Sayings {
  const says: Sayings = new Map()
  const say = (from: string, to: string, constraint: StoryConstraint): void => {
    const own = says.get(from) ?? new Map<string, StoryConstraint>()
    says.set(from, own)
    const known = own.get(to)
    if (known === undefined || isNewer(constraint, known)) own.set(to, constraint)
  }
  for (const constraint of constraints) {
    say(constraint.a, constraint.b, constraint)
    say(constraint.b, constraint.a, constraint)
  }
  return says
}

/** Each pair once. */
function newestFirst(says: Sayings): StoryConstraint[] {
  const each = new Set([...says.values()].flatMap((own) => [...own.values()]))
  return [...each].sort((a, b) => b.at - a.at || (pairOf(a) < pairOf(b) ? -1 : 1))
}

/** Of two sayings at one instant the careful one counts. */
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

/** Bound to the first of them, which is bound to all. */
function frozenWith(key: string, members: readonly string[]): readonly string[] {
  return key === members[0] ? members.slice(1) : members.slice(0, 1)
}

function areOtherFrozen(a: string, b: string, frozen: Frozen): boolean {
  const [first, second] = [frozen.storyOf(a), frozen.storyOf(b)]
  return first !== null && second !== null && first !== second
}
