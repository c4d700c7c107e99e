import type { getArticle } from '../http/contract/articles.ts'
import type { joinStories, splitStory } from '../http/contract/stories.ts'
import { send } from './api.ts'
import type { Answer } from './api-types.ts'
import { type Me, usePage, useTexts } from './page.ts'
import { useSubmit } from './use-submit.ts'

/** What a correction did, or would do. */
export type Correction = Answer<typeof splitStory>

/** Where a correction is tried and done; null as a result when the server refused. */
export interface Corrections {
  readonly problem: string | null
  readonly isBusy: boolean
  readonly trySplit: (article: number) => Promise<Correction | null>
  /** `rest` is an article that stays: its story is shown next. */
  readonly split: (article: number, rest: number) => Promise<void>
  readonly tryJoin: (article: number, other: number) => Promise<Correction | null>
  readonly join: (article: number, other: number) => Promise<void>
}

/** Whoever is alone, or administers the server, may correct what all readers see. */
export const mayCorrect = (me: Me | null): boolean => me !== null && (me.isAlone || me.scope === 'admin')

export function useCorrections(): Corrections {
  const { call, data, location } = usePage()
  const t = useTexts().story
  const { problem, isBusy, run } = useSubmit()
  /** Shows the story that an article is in now. */
  async function show(article: number): Promise<void> {
    for (const path of ['/stories', '/articles', '/today', '/digests']) data.invalidate(path)
    const { story } = await send<typeof getArticle>(call, 'GET', `/articles/${article}`)
    if (story !== null) location.go(`/stories/${story.id}`, { replaces: true })
  }
  const splitAt = (article: number, query = '') =>
    send<typeof splitStory>(call, 'POST', `/articles/${article}/split${query}`)
  const joinAt = (articles: readonly number[], query = '') =>
    send<typeof joinStories>(call, 'POST', `/stories/join${query}`, { articles })
  return {
    problem,
    isBusy,
    trySplit: (article) => run(() => splitAt(article, '?dryRun=true')),
    split: async (article, rest) => {
      if ((await run(() => splitAt(article), t.splitDone)) !== null) await run(() => show(rest))
    },
    tryJoin: (article, other) => run(() => joinAt([article, other], '?dryRun=true')),
    join: async (article, other) => {
      if ((await run(() => joinAt([article, other]), t.joinDone)) !== null) await run(() => show(article))
    },
  }
}
