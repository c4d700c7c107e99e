import type { StoryConstraint } from '../domain/story.ts'
import type { Bonds } from './cut-stories.ts'

/** What holds besides likeness: hand-made constraints, of which the newest counts per pair, and stories already frozen. */
export function bondsOf(constraints: readonly StoryConstraint[], frozen: ReadonlyMap<string, string>): Bonds {
  const says = new Map<string, StoryConstraint>()
  for (const constraint of constraints) {
    const name = pairOf(constraint.a, constraint.b)
    const known = says.get(name)
    if (known === undefined || isNewer(constraint, known)) says.set(name, constraint)
  }
  const joins = new Map<string, string[]>()
  const bind = (a: string, b: string): void => {
    joins.set(a, [...(joins.get(a) ?? []), b])
    joins.set(b, [...(joins.get(b) ?? []), a])
  }
  const newestFirst = [...says.values()].sort((a, b) => b.at - a.at || (pairOf(a.a, a.b) < pairOf(b.a, b.b) ? -1 : 1))
  for (const { kind, a, b } of newestFirst) if (kind === 'join') bind(a, b)
  for (const members of storiesOf(frozen).values()) {
    for (let at = 1; at < members.length; at++) bind(members[0]!, members[at]!)
  }
  const said = (a: string, b: string) => says.get(pairOf(a, b))?.kind
  return {
    joins: (key) => joins.get(key) ?? [],
    saysTogether: (a, b) => said(a, b) === 'join',
    saysApart: (a, b) => said(a, b) === 'split' || (said(a, b) !== 'join' && areOtherFrozen(a, b, frozen)),
  }
}

/** Of two sayings at one instant the careful one counts. */
function isNewer(a: StoryConstraint, b: StoryConstraint): boolean {
  return a.at > b.at || (a.at === b.at && a.kind === 'split')
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

function storiesOf(frozen: ReadonlyMap<string, string>): Map<string, string[]> {
  const stories = new Map<string, string[]>()
  for (const key of [...frozen.keys()].sort()) {
    const story = frozen.get(key)!
    stories.set(story, [...(stories.get(story) ?? []), key])
  }
  return stories
}

function areOtherFrozen(a: string, b: string, frozen: ReadonlyMap<string, string>): boolean {
  const [first, second] = [frozen.get(a), frozen.get(b)]
  return first !== undefined && second !== undefined && first !== second
}
