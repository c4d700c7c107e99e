import { type DedupPolicy, policyOf } from '../core/dedup/policies.ts'
import type { StoryConstraint } from '../core/domain/story.ts'
import { NotAllowed, UserError } from '../core/domain/user-error.ts'
import { type ReaderTime, sinceInstant } from '../core/text/search-query.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import {
  explainStory,
  joinConstraints,
  type ListedStory,
  listStories,
  membersOfBoth,
  openToCorrection,
  othersInStory,
  type StoryOutline,
  type StoryReasons,
  splitConstraints,
  storyOutlines,
} from './explain-story.ts'
import { findArticle, storyNamed } from './find-article.ts'
import type { RefineReport, StoryKeeper } from './refine-stories.ts'
import { type Replay, replay } from './replay.ts'

/** The `dedup` section of the settings: a policy by name, and thresholds that override its own. */
export type DedupSettings = Settings['dedup']

/** Which stories to list. */
export interface StoryQuery {
  readonly limit: number
  readonly leastMembers: number
  /** A day, an instant or a time ago; null for all. */
  readonly since: string | null
}

/** Stories: list, explain, refine, correct by hand, and try other dedup settings. */
export interface Stories {
  readonly list: (query: StoryQuery) => Promise<ListedStory[]>
  /** Why a story is as it is: by the beginning of its key. */
  readonly why: (wanted: string) => Promise<StoryReasons>
  /** Groups the articles of the last days into stories again, from everything that is stored. */
  readonly refine: () => Promise<RefineReport>
  /**
   * Separates an article from its story; gives how many articles it was separated from, and the stories that it and they are in
   * then. A trial only tells.
   */
  readonly split: (
    wanted: string,
    isTrial?: boolean,
  ) => Promise<{
    readonly article: StoredArticle
    readonly from: number
    readonly stories: readonly StoryOutline[]
  }>
  /** Joins the stories of two articles; gives how many articles the joined story has, and the stories that these are in then. */
  readonly join: (
    one: string,
    other: string,
    isTrial?: boolean,
  ) => Promise<{
    readonly pair: readonly [StoredArticle, StoredArticle]
    readonly members: number
    readonly stories: readonly StoryOutline[]
  }>
  readonly replay: (other: DedupSettings) => Promise<Replay>
}

/** What the stories need. */
export interface StoriesDeps {
  readonly store: Store
  /** Who asks. */
  readonly reader: number
  readonly policy: DedupPolicy
  readonly keeper: StoryKeeper
  readonly readerTime: () => ReaderTime
  readonly now: () => number
}

/** The dedup policy that the settings ask for. */
export function dedupPolicy({ policy, ...thresholds }: DedupSettings): DedupPolicy {
  return policyOf(policy, thresholds)
}

export function createStories({ store, reader, policy, keeper, readerTime, now }: StoriesDeps): Stories {
  const correctable = async (wanted: string) => openToCorrection(await findArticle(store, wanted), now())
  const refine = () => keeper.refine(now(), 'whole')

  /** The stories that some articles are in after a correction by hand, or would be. */
  async function corrected(
    constraints: readonly StoryConstraint[],
    articles: readonly string[],
    isTrial: boolean,
  ): Promise<readonly StoryOutline[]> {
    if (isTrial) {
      const stories = await keeper.preview(now(), constraints, articles)
      return stories.map(({ id, lead, members }) => ({ key: id, lead, members }))
    }
    await store.addConstraints(constraints)
    await refine()
    return storyOutlines(store, articles)
  }
  return {
    list: ({ since, ...query }) =>
      listStories(store, { ...query, since: since === null ? null : sinceInstant('--since', since, readerTime()) }),
    async why(wanted) {
      const story = await storyNamed(store, wanted)
      if (story === null) throw new UserError(`no story is called "${wanted}"; \`copytaster stories\` shows them`)
      return explainStory(store, story)
    },
    refine,
    async split(wanted, isTrial = false) {
      await requireAdministrator(store, reader, 'stories')
      const article = await correctable(wanted)
      const others = await othersInStory(store, article)
      const constraints = splitConstraints(article.key, others, now())
      return { article, from: others.length, stories: await corrected(constraints, [article.key, ...others], isTrial) }
    },
    async join(one, other, isTrial = false) {
      await requireAdministrator(store, reader, 'stories')
      const pair = [await correctable(one), await correctable(other)] as const
      const members = await membersOfBoth(store, ...pair)
      const constraints = joinConstraints(members, await store.storyConstraints(), now())
      const stories = await corrected(constraints, members, isTrial)
      return { pair, members: members.length, stories }
    },
    async replay(other) {
      await requireAdministrator(store, reader, 'decisions')
      return replay(store, [policy, dedupPolicy(other)])
    },
  }
}

/** With several readers, only an administrator may see or change what they share. */
async function requireAdministrator(store: Store, reader: number, what: 'stories' | 'decisions'): Promise<void> {
  const readers = await store.readers()
  if (readers.length === 1 || readers.find(({ id }) => id === reader)?.role === 'administrator') return
  throw new NotAllowed({ code: 'onlyAdministrator', what })
}
