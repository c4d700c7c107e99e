/** The story of each article before refining. */
export interface PreviousStories {
  readonly get: (key: string) => string | undefined
  /** The articles of a story, in no particular order; none when no article has it. */
  readonly membersOf: (story: string) => readonly string[]
}

/** The stories of articles, indexed in both directions. */
export function previousStories(stories: ReadonlyMap<string, string> = new Map()): PreviousStories {
  return { get: (key) => stories.get(key), membersOf: membersByStory(stories) }
}

const NONE: readonly string[] = []

/**
 * Index from stories to their articles, so that refining a few articles does not read the stories of all. Most stories have one article, which is
 * kept without a list.
 */
export function membersByStory(stories: Iterable<readonly [key: string, story: string]>): PreviousStories['membersOf'] {
  const members = new Map<string, string | string[]>()
  for (const [key, story] of stories) {
    const known = members.get(story)
    if (known === undefined) members.set(story, key)
    else if (typeof known === 'string') members.set(story, [known, key])
    else known.push(key)
  }
  return (story) => {
    const known = members.get(story)
    return known === undefined ? NONE : typeof known === 'string' ? [known] : known
  }
}
