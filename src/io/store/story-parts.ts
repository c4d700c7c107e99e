import type { Membership, RefinedStories, RefinedStory } from '../../core/domain/story.ts'

/** A former id of a story, and the present one. */
export interface StoryAlias {
  readonly key: string
  readonly story_key: string
}

/** A part of refined stories that can be written by itself: no article moves between it and another part. */
export interface StoryPart {
  readonly memberships: Membership[]
  readonly stories: RefinedStory[]
  readonly aliases: StoryAlias[]
  /** All stories that articles come from or go to. */
  readonly touched: Set<string>
}

/**
 * Connected components of the stories between which articles move, packed into parts of about so many memberships. Written part by
 * part, no story is seen half moved, and none loses the alias by which somebody may know it.
 *
 * @param storyOf the stored story of an article
 */
export function storyParts(
  refined: Pick<RefinedStories, 'memberships' | 'stories' | 'aliases'>,
  storyOf: (article: string) => string | undefined,
  size: number,
): StoryPart[] {
  const sets = createUnionFind()
  for (const { article, story } of refined.memberships) sets.union(story, storyOf(article) ?? story)
  for (const [key, story] of refined.aliases) sets.union(key, story)
  const components = new Map<string, StoryPart>()
  const partOf = (story: string): StoryPart => {
    const root = sets.find(story)
    const known = components.get(root) ?? { memberships: [], stories: [], aliases: [], touched: new Set<string>() }
    components.set(root, known)
    known.touched.add(story)
    return known
  }
  for (const one of refined.memberships) {
    partOf(one.story).memberships.push(one)
    partOf(storyOf(one.article) ?? one.story)
  }
  for (const story of refined.stories) partOf(story.id).stories.push(story)
  for (const [key, story_key] of refined.aliases) partOf(key).aliases.push({ key, story_key })
  return packed([...components.values()], size)
}

function packed(components: readonly StoryPart[], size: number): StoryPart[] {
  const parts: StoryPart[] = []
  let room = 0
  for (const one of components) {
    const rows = one.memberships.length + one.stories.length
    if (rows > room) {
      parts.push({ memberships: [], stories: [], aliases: [], touched: new Set() })
      room = Math.max(size, rows)
    }
    room -= rows
    const part = parts.at(-1)!
    part.memberships.push(...one.memberships)
    part.stories.push(...one.stories)
    part.aliases.push(...one.aliases)
    for (const story of one.touched) part.touched.add(story)
  }
  return parts
}

/** Union-find with path halving. */
function createUnionFind() {
  const parents = new Map<string, string>()
  function find(key: string): string {
    let at = key
    for (;;) {
      const parent = parents.get(at) ?? at
      if (parent === at) return at
      const grand = parents.get(parent) ?? parent
      parents.set(at, grand)
      at = grand
    }
  }
  const union = (a: string, b: string): void => {
    const [one, other] = [find(a), find(b)]
    if (one !== other) parents.set(one, other)
  }
  return { find, union }
}
