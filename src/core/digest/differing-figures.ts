import type { StatedFigure } from '../domain/digest.ts'
import type { FigureKind } from '../domain/figure.ts'
import { isMarkedCorrection } from '../text/article-kind.ts'
import { roundedFigure } from '../text/figures.ts'
import { figuresOf } from './choose-lead.ts'
import type { WindowArticle } from './digest-input.ts'
import { figureState, isAside } from './superseded.ts'

/** Counts of one thing. Seats and offers are left out: two of them may belong to different parties. */
const COMPARED: ReadonlySet<FigureKind> = new Set(['dead', 'injured', 'missing', 'evacuated', 'magnitude'])
/** A figure that is older than the newest one by more than this has been overtaken. */
const CURRENT_MS = 3 * 3_600_000

/**
 * The figures that newsrooms give at the moment, newest first, where they differ; each value by its newest newsroom. What was
 * said before a correction has been overtaken by it; a late echo of an old figure and the count of a part are no other opinion.
 */
export function differingFigures(articles: readonly WindowArticle[]): StatedFigure[] {
  const kinds = new Map<FigureKind, Map<string, StatedFigure>>()
  const state = figureState(articles.map(figuresOf))
  for (const article of inOrder(articles)) {
    const { key, title, sourceName, published } = article
    for (const { kind, value } of figuresOf(article).figures) {
      if (isAside(key, kind, state)) continue
      const known = isMarkedCorrection(title) ? undefined : kinds.get(kind)
      const byNewsroom = known ?? new Map<string, StatedFigure>()
      kinds.set(kind, byNewsroom.set(sourceName, { kind, value, sourceName, published }))
    }
  }
  return [...kinds].flatMap(([kind, byNewsroom]) => (COMPARED.has(kind) ? differing([...byNewsroom.values()]) : []))
}

function differing(stated: readonly StatedFigure[]): StatedFigure[] {
  const newest = Math.max(...stated.map(({ published }) => published))
  const values = new Map<string, StatedFigure>()
  for (const one of stated.toSorted((a, b) => b.published - a.published || (a.sourceName < b.sourceName ? -1 : 1))) {
    if (one.published >= newest - CURRENT_MS && !values.has(one.value)) values.set(one.value, one)
  }
  for (const value of values.keys()) {
    const rounded = roundedFigure(value)
    if (rounded !== null && rounded !== value) values.delete(rounded)
  }
  return values.size > 1 ? [...values.values()] : []
}

const inOrder = (articles: readonly WindowArticle[]): WindowArticle[] =>
  articles.toSorted((a, b) => a.published - b.published || (a.key < b.key ? -1 : 1))
