import type { listInterests } from '../http/contract/interests.ts'
import type { Answer } from './api-types.ts'

export type InterestPage = Answer<typeof listInterests>
export type Interest = InterestPage['items'][number]
export type Move = Interest['moves'][number]

/** Causes that the settings of the server are, and not what the reader did. */
const CONFIGURED: readonly Move['cause'][] = ['configured', 'category']

/** Whether something of an interest was learned, so that it can be forgotten. */
export const isLearned = ({ moves }: Interest): boolean => moves.some(({ cause }) => !CONFIGURED.includes(cause))

/** Interests without those that look the same and were not learned: the stems of one word in two languages. */
export function distinctInterests(interests: readonly Interest[]): readonly Interest[] {
  const seen = new Set<string>()
  return interests.filter((interest) => {
    const isTwin = seen.has(interest.written)
    seen.add(interest.written)
    return !isTwin || isLearned(interest)
  })
}

/** What one vote did: the article it was given to, and the words that it made heavier or lighter. */
export interface VoteEffect {
  readonly article: NonNullable<Move['article']>
  readonly cause: 'more' | 'less'
  readonly at: string | null
  readonly words: readonly string[]
}

/** What votes did, the newest first, from the last moves of each interest. */
export function voteEffects(interests: readonly Interest[]): readonly VoteEffect[] {
  const effects = new Map<string, VoteEffect>()
  for (const { written, moves } of interests)
    for (const { cause, article, at } of moves) {
      if ((cause !== 'more' && cause !== 'less') || article === null) continue
      const key = `${cause} ${article.id}`
      const known = effects.get(key)
      effects.set(key, { article, cause, at: known?.at ?? at, words: [...(known?.words ?? []), written] })
    }
  return [...effects.values()].sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}

/** How much of a bar a weight fills, from 0 to 100, beside the heaviest of the list. */
export function shareOf(weight: number, interests: readonly Interest[]): number {
  const most = Math.max(...interests.map((one) => Math.abs(one.weight)), 0)
  return most === 0 ? 0 : Math.round((Math.abs(weight) / most) * 100)
}
