import type { Figure, FigureKind } from '../domain/figure.ts'
import { roundedFigure } from '../text/figures.ts'

/** An article of a story as far as its running figures go. */
export interface FigureArticle {
  readonly key: string
  readonly published: number
  /** T1 is the best. */
  readonly tier: string
  readonly figures: readonly Figure[]
}

/** The value in force of one kind of figure, and the article that gave it first. */
export interface CurrentFigure {
  readonly kind: FigureKind
  readonly value: string
  readonly article: string
}

/** The values in force at the end of a story, by kind. */
export type CurrentFigures = ReadonlyMap<FigureKind, CurrentFigure>

/**
 * Replays a story in the order of publication. A later value replaces an earlier one, whether it is higher or lower. A value
 * that was replaced before and comes again from a lesser source is an echo of old news, and replaces nothing.
 */
export function currentFigures(articles: readonly FigureArticle[]): CurrentFigures {
  const current = new Map<FigureKind, CurrentFigure & { readonly tier: string }>()
  const replaced = new Set<string>()
  for (const { key, tier, figures } of inOrder(articles)) {
    for (const { kind, value } of figures) {
      const known = current.get(kind)
      if (known !== undefined && isSameState(value, known.value)) continue
      if (known !== undefined && replaced.has(`${kind} ${value}`) && tier > known.tier) continue
      if (known !== undefined) replaced.add(`${kind} ${known.value}`)
      current.set(kind, { kind, value, article: key, tier })
    }
  }
  return current
}

/** Whether an article gives a figure that another article of its story has replaced. */
export const isSuperseded = ({ figures }: FigureArticle, current: CurrentFigures): boolean =>
  figures.some(({ kind, value }) => current.has(kind) && !isSameState(value, current.get(kind)!.value))

/** A figure and the same one rounded: "over 5,000" does not replace 5,100. */
const isSameState = (value: string, current: string): boolean => value === current || value === roundedFigure(current)

const inOrder = (articles: readonly FigureArticle[]): FigureArticle[] =>
  [...articles].sort((a, b) => a.published - b.published || (a.key < b.key ? -1 : 1))
