/** How the front page is laid out: one column of everything, sections, or collapsed tabs. */
export type TodayShape = 'column' | 'sections' | 'tabs'

/** Of so few feeds everything can be read; so many fill tabs. */
const COLUMN_FEEDS = 10
const TABS_FEEDS = 500

/** The layout that fits the number of feeds that a reader follows. */
export function todayShape(feeds: number): TodayShape {
  if (feeds <= COLUMN_FEEDS) return 'column'
  return feeds < TABS_FEEDS ? 'sections' : 'tabs'
}
