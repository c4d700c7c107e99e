import { createKeyNumbers } from '../containers/key-numbers.ts'

/** The story of each article before refining. */
export interface PreviousStories {
  readonly get: (key: string) => string | undefined
  /** The number of an article's story; −1 when it has none. Equal stories have equal numbers. */
  readonly numberOf: (key: string) => number
  /** The story of such a number. */
  readonly storyAt: (number: number) => string
  /** Whether any article is in a story. */
  readonly hasMembers: (story: string) => boolean
  /** The articles of a story, in no particular order; none when no article has it. */
  readonly membersOf: (story: string) => readonly string[]
}

const NONE: readonly string[] = []

/** The stories of articles, indexed in both directions. */
export function previousStories(stories: ReadonlyMap<string, string> = new Map()): PreviousStories {
  const numbers = createKeyNumbers()
  const members: string[][] = []
  for (const [key, story] of stories) {
    const own = (members[numbers.enter(story)] ??= [])
    own.push(key)
  }
  const membersOf = (story: string): readonly string[] => members[numbers.find(story)] ?? NONE
  return {
    get: (key) => stories.get(key),
    numberOf: (key) => {
      const story = stories.get(key)
      return story === undefined ? -1 : numbers.find(story)
    },
    storyAt: numbers.textAt,
    hasMembers: (story) => numbers.find(story) >= 0,
    membersOf,
  }
}
