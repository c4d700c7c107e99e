import type { StoryLink } from '../../domain/story.ts'
import { createUnionFind } from '../../similar/union-find.ts'
import type { PrintOrigin } from '../print/decode-print.ts'
import { familiesOf, type OwnerOf } from './story-facts.ts'

/** A member of a story that somebody may see. */
export interface VisibleMember extends PrintOrigin {
  readonly key: string
  readonly published: number
  /** The member whose text it copies, whether that may be seen or not; null for an original. */
  readonly copyOf: string | null
}

/** A story as somebody sees it who does not see all of its members. */
export interface VisibleStory {
  /** The story's own key, or that of the first member where the visible members fall into several parts. */
  readonly key: string
  readonly lead: string
  readonly members: readonly string[]
  readonly newsrooms: number
  readonly reprints: number
  readonly firstAt: number
  readonly lastAt: number
  /** From copies to the visible member they copy. */
  readonly copies: ReadonlyMap<string, string>
}

/** The links that connect a story. */
export type HoldingLink = Pick<StoryLink, 'article' | 'other' | 'value'>

/**
 * The parts of a story that links connect among its visible members, which are given in the order of publication. The part with
 * the earliest member keeps the story's key. Lead, newsrooms and reprints are those of each part.
 */
export function visibleStories(
  story: { readonly key: string; readonly lead: string | null },
  members: readonly VisibleMember[],
  links: readonly HoldingLink[],
  ownerOf: OwnerOf,
): VisibleStory[] {
  const at = new Map(members.map(({ key }, index) => [key, index]))
  const inside = links.filter(({ article, other }) => at.has(article) && at.has(other))
  const parts = createUnionFind(members.length)
  for (const { article, other } of inside) parts.unite(at.get(article)!, at.get(other)!)
  const groups = new Map<number, VisibleMember[]>()
  members.forEach((member, index) => {
    const root = parts.find(index)
    groups.set(root, [...(groups.get(root) ?? []), member])
  })
  return [...groups.values()].map((group, nth) => {
    const keys = new Set(group.map(({ key }) => key))
    const lead = story.lead !== null && keys.has(story.lead) ? story.lead : medoid(group, inside)
    return { key: nth === 0 ? story.key : group[0]!.key, lead, ...factsOf(group, ownerOf) }
  })
}

function factsOf(group: readonly VisibleMember[], ownerOf: OwnerOf): Omit<VisibleStory, 'key' | 'lead'> {
  const copies = copiesIn(group)
  const families = familiesOf(group, ownerOf).filter((_, index) => !copies.has(group[index]!.key))
  return {
    members: group.map(({ key }) => key),
    newsrooms: new Set(families).size,
    reprints: copies.size,
    firstAt: group[0]!.published,
    lastAt: group.at(-1)!.published,
    copies,
  }
}

/** Of copies whose original may not be seen, the first counts as the original. */
function copiesIn(group: readonly VisibleMember[]): Map<string, string> {
  const seen = new Set(group.map(({ key }) => key))
  const originals = new Map<string, string>()
  const copies = new Map<string, string>()
  for (const { key, copyOf } of group) {
    if (copyOf === null) continue
    const original = seen.has(copyOf) ? copyOf : originals.get(copyOf)
    if (original === undefined) originals.set(copyOf, key)
    else copies.set(key, original)
  }
  return copies
}

/** The member with the largest sum of link values; among equals the longest, then the earliest. */
function medoid(group: readonly VisibleMember[], links: readonly HoldingLink[]): string {
  const sums = new Map(group.map(({ key }) => [key, 0]))
  for (const { article, other, value } of links)
    for (const key of [article, other]) if (sums.has(key)) sums.set(key, sums.get(key)! + value)
  const [first, ...rest] = group as readonly [VisibleMember, ...VisibleMember[]]
  return rest.reduce((best, one) => {
    const more = sums.get(one.key)! - sums.get(best.key)!
    return more > 0 || (more === 0 && one.wordCount > best.wordCount) ? one : best
  }, first).key
}
