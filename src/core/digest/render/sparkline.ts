import { html, type Markup, nothing } from './markup.ts'

const step = 7
const height = 14

/** A sparkline of a topic's history, as high as the text beside it; empty for fewer than two windows. */
export function sparkline(history: readonly number[]): Markup {
  if (history.length < 2) return nothing
  const top = Math.max(1, ...history)
  const points = history.map((count, i) => [i * step + 2, height - 2 - (count / top) * (height - 4)] as const)
  const [x, y] = points[points.length - 1]!
  const line = points.map(([left, down]) => `${left},${rounded(down)}`).join(' ')
  const width = (history.length - 1) * step + 4
  return html`<svg class="spark" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><polyline points="${line}"/><circle cx="${x}" cy="${rounded(y)}" r="1.8"/></svg>`
}

const rounded = (value: number): number => Math.round(value * 10) / 10
