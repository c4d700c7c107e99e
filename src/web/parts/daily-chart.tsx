import type { WholeFeed } from '../../http/contract/feeds.ts'
import { useTexts } from '../page.ts'
import { barsPath } from './sparkline.tsx'

const STEP = 20
const HEIGHT = 100

/** The days, counted back from today, on which a visit failed. */
export function failedDays(days: WholeFeed['days'], now: number): number[] {
  const today = Math.floor(now / DAY_MS)
  return days.flatMap(({ date, polls, successes }) =>
    successes < polls ? [today - Math.floor(Date.parse(date) / DAY_MS)] : [],
  )
}

const DAY_MS = 86_400_000

interface DailyChartProps {
  readonly feed: WholeFeed
  readonly now: number
}

/** New articles of each of the last thirty days, and on which of them visits failed. */
export function DailyChart({ feed, now }: DailyChartProps) {
  const t = useTexts().feed
  const { newPerDay } = feed
  const width = newPerDay.length * STEP
  const failed = failedDays(feed.days, now).filter((ago) => ago >= 0 && ago < newPerDay.length)
  if (newPerDay.every((count) => count === 0) && failed.length === 0) return <p class="facts">{t.noDays}</p>
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT + 10}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.chart(feed.postsPerMonth, failed.length)}
      >
        <path class="base" d={`M0 ${HEIGHT + 0.5}h${width}`} />
        <path class="bars" d={barsPath(newPerDay, STEP, HEIGHT)} />
        <path
          class="failed"
          d={failed.map((ago) => `M${width - ago * STEP - STEP / 2 - 5} ${HEIGHT + 6}h10`).join('')}
        />
      </svg>
      <figcaption class="facts">
        <span>{t.daysAgo}</span>
        <span>
          {t.most(Math.max(...newPerDay))}
          {failed.length > 0 && (
            <>
              {' '}
              · <span class="mark">{t.failedOn(failed.length)}</span>
            </>
          )}
        </span>
        <span>{t.today}</span>
      </figcaption>
    </figure>
  )
}
