const BAR = 3
const HEIGHT = 20

/** Lines from the base of a chart, each as high as its value in proportion to the highest. */
export function barsPath(values: readonly number[], step: number, height: number): string {
  const most = Math.max(1, ...values)
  return values
    .map((value, at) => (value === 0 ? '' : `M${at * step + step / 2} ${height}v${-round((value / most) * height)}`))
    .join('')
}

/** Nothing that is there is drawn as nothing. */
const round = (length: number): number => Math.max(2, Math.round(length * 10) / 10)

/** New articles of thirty days as small bars; the words beside it say the same. */
export const Sparkline = ({ values }: { readonly values: readonly number[] }) => (
  <svg
    class="sparkline"
    viewBox={`0 0 ${values.length * BAR} ${HEIGHT + 1}`}
    width={values.length * BAR}
    height={HEIGHT + 1}
    aria-hidden="true"
  >
    <path class="base" d={`M0 ${HEIGHT + 0.5}h${values.length * BAR}`} />
    <path d={barsPath(values, BAR, HEIGHT)} />
  </svg>
)
