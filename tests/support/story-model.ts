import type { Admitted, NewMatch } from '../../src/core/domain/admission.ts'
import type { StoryConstraint, StoryLink } from '../../src/core/domain/story.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import type { StoredMembership, StoredStory } from '../../src/io/store/stories.ts'

interface ModelArticle {
  readonly id: number
  readonly key: string
  readonly published: number
}

/** Stories, memberships and matches as plain lists: what the real tables must answer like. */
export function storyModel(articles: readonly ModelArticle[]) {
  const members: StoredMembership[] = []
  const stories: StoredStory[] = []
  const aliases = new Map<string, string>()
  const constraints: StoryConstraint[] = []
  const matches: NewMatch[] = []
  let links: StoryLink[] = []
  let position = 0

  const published = (id: number) => articles.find((one) => one.id === id)!.published
  const isBehind = (one: { publishedAt: number; article: string }, place: { publishedAt: number; key: string }) =>
    one.publishedAt > place.publishedAt || (one.publishedAt === place.publishedAt && one.article > place.key)
  const removeEmpty = () => {
    for (const story of [...stories]) if (!isLiving(story.key)) stories.splice(stories.indexOf(story), 1)
    for (const [key, target] of aliases) if (refined(target) === null) aliases.delete(key)
  }
  const isLiving = (key: string) => members.some((one) => one.story === key)
  const refined = (key: string) => stories.find((story) => story.key === key) ?? null
  const byKey = (key: string): StoredStory | null => refined(isLiving(key) ? key : (aliases.get(key) ?? key))
  /** Every alias names a present story. */
  const straighten = () => {
    for (const key of aliases.keys()) if (isLiving(key)) aliases.delete(key)
    for (const [key, target] of aliases) aliases.set(key, aliases.get(target) ?? target)
  }
  const replace = <T>(list: T[], isSame: (one: T) => boolean, next: (old: T | undefined) => T) => {
    const i = list.findIndex(isSame)
    if (i === -1) list.push(next(undefined))
    else list[i] = next(list[i])
  }
  const answers: Pick<
    Store,
    | 'matchesOf'
    | 'linksOf'
    | 'memberships'
    | 'membersOf'
    | 'membershipsBehind'
    | 'membershipsSince'
    | 'writeStories'
    | 'settledTo'
    | 'storyByKey'
    | 'storiesByKey'
    | 'storiesOfArticles'
    | 'storyPage'
    | 'storyKeysFrom'
    | 'storyConstraints'
    | 'addConstraints'
  > = {
    matchesOf: async (key) =>
      matches
        .filter((match) => match.article === key || match.with === key)
        .sort((a, b) => b.value - a.value || (a.with < b.with ? -1 : 1)),
    linksOf: async (keys) =>
      links
        .filter((link) => keys.includes(link.article) || keys.includes(link.other))
        .sort((a, b) => b.value - a.value || (`${a.article} ${a.other}` < `${b.article} ${b.other}` ? -1 : 1)),
    memberships: async (keys) => members.filter((one) => keys.includes(one.article)),
    membersOf: async (story) =>
      members
        .filter((one) => one.story === story)
        .sort((a, b) => published(a.articleId) - published(b.articleId) || (a.article < b.article ? -1 : 1)),
    membershipsSince: async (since) => members.filter((one) => published(one.articleId) >= since),
    membershipsBehind: async (place, limit) =>
      members
        .map((one) => ({ ...one, publishedAt: published(one.articleId) }))
        .filter((one) => isBehind(one, place))
        .sort((a, b) => a.publishedAt - b.publishedAt || (a.article < b.article ? -1 : 1))
        .slice(0, limit),
    writeStories: async (parts, change, now) => {
      for await (const settled of parts) {
        for (const one of settled.memberships) {
          const old = members.find((member) => member.article === one.article)
          if (!old) continue
          const since = old.story === one.story ? old.since : now
          members[members.indexOf(old)] = { ...one, articleId: old.articleId, since }
        }
        for (const { id, members: list, ...facts } of settled.stories) {
          replace(
            stories,
            (story) => story.key === id,
            () => ({ key: id, members: list.length, ...facts }),
          )
        }
        for (const [key, story] of settled.aliases) aliases.set(key, story)
        straighten()
        removeEmpty()
        links = [...links.filter(({ article }) => !settled.linked.includes(article)), ...settled.links]
      }
      position = change
    },
    settledTo: async () => position,
    storyByKey: async (key) => byKey(key),
    storiesOfArticles: async (keys) =>
      new Map(
        members
          .filter((one) => keys.includes(one.article))
          .flatMap(({ article, story }) => {
            const found = refined(story)
            return found === null ? [] : [[article, found] as const]
          }),
      ),
    storiesByKey: async (keys) => stories.filter(({ key }) => keys.includes(key)),
    storyPage: async ({ limit, leastMembers = 1, since = Number.NEGATIVE_INFINITY }) =>
      stories
        .filter((story) => story.members >= leastMembers && story.lastAt >= since)
        .sort((a, b) => b.lastAt - a.lastAt || (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    storyKeysFrom: async (start, limit) =>
      stories
        .map(({ key }) => key)
        .filter((key) => key.startsWith(start))
        .sort()
        .slice(0, limit),
    storyConstraints: async () => [...constraints].sort((a, b) => a.at - b.at),
    addConstraints: async (list) => void constraints.push(...list),
  }
  return {
    answers,
    placeOf: (key: string) => {
      const { story, copyOf } = members.find(({ article }) => article === key)!
      return { story, copyOf }
    },
    admit: (admitted: Admitted, ids: readonly number[], now: number) => {
      for (const [i, { article, beside }] of admitted.articles.entries()) {
        const story = beside === null ? article.key : (members.find((one) => one.article === beside)?.story ?? beside)
        const unsettled = { cause: 'online', copyOf: null } as const
        members.push({ article: article.key, articleId: ids[i]!, story, ...unsettled, since: now })
      }
      const id = ({ article, with: other, layer, measure }: NewMatch) => `${article} ${other} ${layer} ${measure}`
      for (const match of admitted.matches) {
        replace(
          matches,
          (old) => id(old) === id(match),
          () => match,
        )
      }
    },
    removed: (article: ModelArticle) => {
      for (const list of [members, matches] as { article: string; with?: string }[][]) {
        for (let i = list.length - 1; i >= 0; i--) {
          if (list[i]!.article === article.key || list[i]!.with === article.key) list.splice(i, 1)
        }
      }
      links = links.filter((link) => link.article !== article.key && link.other !== article.key)
      removeEmpty()
    },
  }
}
