import type { SettledStory } from '../../domain/story.ts'
import type { PrintOrigin } from '../print/encode-print.ts'
import { COPY, keyAt, originAt, type Part } from './connected-component.ts'

/** Names the publisher family of an article's feed, when the user did. */
export type OwnerOf = (feed: number) => string | null

/** A component cut into stories, each with its members in the order of publication. */
export interface CutPart {
  readonly part: Part
  readonly stories: readonly (readonly number[])[]
  /** The story of each member. */
  readonly storyAt: Int32Array
}

/** Which members stand in which story. */
export function cutPart(part: Part, stories: readonly (readonly number[])[]): CutPart {
  const storyAt = new Int32Array(part.places.length)
  stories.forEach((members, story) => {
    for (const member of members) storyAt[member] = story
  })
  return { part, stories, storyAt }
}

/** Which members of a story copy an earlier one, and which. */
export type Copies = ReadonlyMap<number, number>

/** Lead, newsrooms and reprints of a story. */
export function storyOf(story: number, cut: CutPart, copies: Copies, ownerOf: OwnerOf): Omit<SettledStory, 'id'> {
  const members = cut.stories[story]!
  const prints = members.map((member) => originAt(cut.part, member))
  const families = familiesOf(prints, ownerOf)
  const newsrooms = new Set(families.filter((_, at) => !copies.has(members[at]!)))
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { published, seen } of prints) {
    firstAt = Math.min(firstAt, published ?? seen)
    lastAt = Math.max(lastAt, published ?? seen)
  }
  return {
    members: members.map((member) => keyAt(cut.part, member)),
    lead: keyAt(cut.part, leadOf(members, cut)),
    newsrooms: newsrooms.size,
    reprints: copies.size,
    firstAt,
    lastAt,
  }
}

/** Visits the links of a member within its story. */
function eachInside({ part, storyAt }: CutPart, member: number, visit: (other: number, at: number) => void): void {
  const { starts, targets } = part
  for (let at = starts[member]!; at < starts[member + 1]!; at++) {
    if (storyAt[targets[at]!] === storyAt[member]) visit(targets[at]!, at)
  }
}

/**
 * Members that copy an earlier one, and which: a newsroom that only reprints did not look for itself. What names another
 * newsroom as its publisher is that newsroom's, even when its text has since been rewritten.
 */
export function copiesIn(story: number, cut: CutPart): Copies {
  const copyOf = new Map<number, number>()
  for (const member of cut.stories[story]!) {
    const original = copyOf.get(member) ?? member
    eachInside(cut, member, (later, at) => {
      if (later > member && !copyOf.has(later) && cut.part.kinds[at] === COPY) copyOf.set(later, original)
    })
  }
  for (const member of cut.stories[story]!) {
    const credited = copyOf.has(member) ? null : creditedBy(member, cut)
    if (credited !== null) copyOf.set(member, copyOf.get(credited) ?? credited)
  }
  return copyOf
}

/** Of the publisher's own articles so far the one most like this. */
function creditedBy(member: number, cut: CutPart): number | null {
  const { weights } = cut.part
  const own = originAt(cut.part, member)
  const { publisher } = own
  if (publisher === null || isNamed(publisher, own)) return null
  let [best, most] = [-1, Number.NEGATIVE_INFINITY]
  eachInside(cut, member, (earlier, at) => {
    if (earlier > member || weights[at]! <= most || !isNamed(publisher, originAt(cut.part, earlier))) return
    best = earlier
    most = weights[at]!
  })
  return best < 0 ? null : best
}

function isNamed(publisher: string, { sourceName }: PrintOrigin): boolean {
  return sourceName?.toLowerCase() === publisher.toLowerCase()
}

/** The publisher family of each member; a publisher that is only named is of the family of the member that bears the name. */
function familiesOf(prints: readonly PrintOrigin[], ownerOf: OwnerOf): string[] {
  const ownFamily = ({ feed, domain, sourceName }: PrintOrigin): string =>
    ownerOf(feed) ?? domain ?? sourceName ?? `feed ${feed}`
  const bearers = new Map<string, PrintOrigin>()
  for (const print of prints) {
    const name = print.sourceName?.toLowerCase()
    if (name !== undefined && !bearers.has(name)) bearers.set(name, print)
  }
  return prints.map((print) => {
    const { publisher } = print
    if (publisher === null || isNamed(publisher, print)) return ownFamily(print)
    const bearer = bearers.get(publisher.toLowerCase())
    return bearer === undefined ? publisher.toLowerCase() : ownFamily(bearer)
  })
}

/** The member most like the others; among equals the longest, then the earliest. */
function leadOf(members: readonly number[], cut: CutPart): number {
  const { weights } = cut.part
  const lengthOf = (member: number): number => originAt(cut.part, member).wordCount
  let [lead, most] = [members[0]!, Number.NEGATIVE_INFINITY]
  for (const member of members) {
    let likeness = 0
    eachInside(cut, member, (_, at) => {
      likeness += weights[at]!
    })
    const isLonger = likeness === most && lengthOf(member) > lengthOf(lead)
    if (likeness > most || isLonger) {
      lead = member
      most = likeness
    }
  }
  return lead
}
