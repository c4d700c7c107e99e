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

/** The state of a story's running figures. */
export interface FigureState {
  /** The values in force at the end, by kind. */
  readonly current: ReadonlyMap<FigureKind, CurrentFigure>
  /** Every value that was in force, in the order in which they came. */
  readonly changes: readonly CurrentFigure[]
  /** Figures that say nothing about the state, by article and kind: late echoes of replaced values, and counts of a part. */
  readonly asides: ReadonlyMap<string, 'echo' | 'part'>
}

const asideOf = (article: string, kind: FigureKind): string => `${article} ${kind}`

/** Victims of one place of several are a part of the toll; a toll that is corrected does not fall by half. */
const NEVER_HALVED: ReadonlySet<FigureKind> = new Set(['dead', 'injured', 'ill'])

/**
 * Replays a story in the order of publication. A later value replaces an earlier one, whether it is higher or lower. A value
 * that was replaced before and comes again from a lesser source is an echo of old news, and replaces nothing; nor does the
 * count of a part, "three dead in the engine room".
 */
export function figureState(articles: readonly FigureArticle[]): FigureState {
  const current = new Map<FigureKind, CurrentFigure & { readonly tier: string }>()
  const changes: CurrentFigure[] = []
  const asides = new Map<string, 'echo' | 'part'>()
  const replaced = new Set<string>()
  for (const { key, tier, figures } of inOrder(articles)) {
    for (const { kind, value } of figures) {
      const known = current.get(kind)
      if (known !== undefined && isSameState(value, known.value)) continue
      const isEcho = known !== undefined && replaced.has(`${kind} ${value}`) && tier > known.tier
      const isPart = known !== undefined && NEVER_HALVED.has(kind) && Number(value) * 2 < Number(known.value)
      if (isEcho || isPart) {
        asides.set(asideOf(key, kind), isEcho ? 'echo' : 'part')
        continue
      }
      if (known !== undefined) replaced.add(`${kind} ${known.value}`)
      current.set(kind, { kind, value, article: key, tier })
      changes.push({ kind, value, article: key })
    }
  }
  return { current, changes, asides }
}

/** Whether an article gives a figure that another article of its story has replaced; a late echo does. */
export const isSuperseded = ({ key, figures }: FigureArticle, { current, asides }: FigureState): boolean =>
  figures.some(({ kind, value }) => {
    const known = current.get(kind)
    if (known === undefined || isSameState(value, known.value)) return false
    return asides.get(asideOf(key, kind)) !== 'part'
  })

/** Whether a figure of an article says nothing about the state of things. */
export const isAside = (article: string, kind: FigureKind, { asides }: FigureState): boolean =>
  asides.has(asideOf(article, kind))

/** A figure and the same one rounded: "over 5,000" does not replace 5,100. */
const isSameState = (value: string, current: string): boolean => value === current || value === roundedFigure(current)

const inOrder = (articles: readonly FigureArticle[]): FigureArticle[] =>
  [...articles].sort((a, b) => a.published - b.published || (a.key < b.key ? -1 : 1))
