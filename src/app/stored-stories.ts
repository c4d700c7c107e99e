import { ensureCapacity } from '../core/dedup/containers/growing-column.ts'
import { createKeyNumbers } from '../core/dedup/containers/key-numbers.ts'
import type { PreviousStories } from '../core/dedup/stories/previous-stories.ts'
import { MEMBERSHIP_CAUSES } from '../core/domain/story.ts'
import type { StoredMembership } from '../io/store/stories.ts'

/** What is compared of a stored membership. */
export type ComparedMembership = Pick<StoredMembership, 'articleId' | 'story' | 'cause' | 'copyOf'>

/** The stored memberships of a window, as far as they are compared. */
export interface StoredStories extends PreviousStories {
  readonly add: (membership: ComparedMembership & Pick<StoredMembership, 'article'>) => void
  readonly has: (article: string) => boolean
  readonly membershipOf: (article: string) => ComparedMembership | undefined
  readonly articles: () => Iterable<string>
  readonly size: () => number
}

const NONE = -1

/** None yet. They lie in columns, with numbers for keys: as strings, records and maps they would take some 300 bytes for each article. */
export function createStoredStories(): StoredStories {
  const articles = createKeyNumbers()
  const stories = createKeyNumbers()
  const originals = createKeyNumbers()
  let ids = new Float64Array(64)
  let storyOf = new Int32Array(64)
  let causes = new Uint8Array(64)
  // Plus one; 0 for none.
  let copies = new Int32Array(64)
  let members: Members | null = null

  const membersIn = (story: string): Iterable<number> => {
    members ??= linkMembers(storyOf, articles.size(), stories.size())
    const number = stories.find(story)
    return number < 0 ? [] : members(number)
  }
  const numberOf = (key: string): number => {
    const article = articles.find(key)
    return article < 0 ? NONE : storyOf[article]!
  }
  return {
    add: ({ article, articleId, story, cause, copyOf }) => {
      const [row, number] = [articles.enter(article), stories.enter(story)]
      ids = ensureCapacity(ids, row + 1)
      storyOf = ensureCapacity(storyOf, row + 1)
      causes = ensureCapacity(causes, row + 1)
      copies = ensureCapacity(copies, row + 1)
      ids[row] = articleId
      storyOf[row] = number
      causes[row] = MEMBERSHIP_CAUSES.indexOf(cause)
      copies[row] = copyOf === null ? 0 : originals.enter(copyOf) + 1
      members = null
    },
    has: (article) => articles.find(article) >= 0,
    membershipOf: (article) => {
      const row = articles.find(article)
      if (row < 0) return undefined
      const copyOf = copies[row] === 0 ? null : originals.textAt(copies[row]! - 1)
      return {
        articleId: ids[row]!,
        story: stories.textAt(storyOf[row]!),
        cause: MEMBERSHIP_CAUSES[causes[row]!]!,
        copyOf,
      }
    },
    *articles() {
      for (let row = 0; row < articles.size(); row++) yield articles.textAt(row)
    },
    size: articles.size,
    get: (article) => {
      const number = numberOf(article)
      return number < 0 ? undefined : stories.textAt(number)
    },
    numberOf,
    storyAt: stories.textAt,
    hasMembers: (story) => {
      for (const _ of membersIn(story)) return true
      return false
    },
    membersOf: (story) => Array.from(membersIn(story), articles.textAt),
  }
}

/** The rows of a story's articles. */
type Members = (story: number) => Iterable<number>

/** Linked lists of the rows of each story. An article that was read twice, as it was published anew meanwhile, is in the last story only. */
function linkMembers(storyOf: Int32Array, rows: number, stories: number): Members {
  // Rows plus one; 0 for none.
  const firsts = new Int32Array(stories)
  const nexts = new Int32Array(rows)
  for (let row = 0; row < rows; row++) {
    nexts[row] = firsts[storyOf[row]!]!
    firsts[storyOf[row]!] = row + 1
  }
  return function* (story) {
    for (let next = firsts[story]!; next !== 0; next = nexts[next - 1]!) yield next - 1
  }
}
