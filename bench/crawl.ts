import { parseCrawl } from '../src/core/crawl/parse-crawl.ts'
import { markdownTable } from './measure.ts'

/* What reading a crawl costs as it grows: pages a second must not fall, and memory must grow no faster than the crawl.
   Pages are index pages of 50 stories with a menu, a popular block, videos and advertisements; every fifth story stands
   on the page before too. */

const SIZES = [100, 1_000, 10_000]
const STORIES_A_PAGE = 50
const SECTIONS = ['Business', 'Companies', 'Markets', 'Tech', 'Property', 'China Economy', 'Opinion']
const TEXT = 'The ferry firm said that it would pay everybody back before the end of the month, and then did not.'
const MB = 1024 ** 2

export async function benchCrawl(say: (line: string) => void): Promise<void> {
  parseCrawl(crawlOf(50))
  const rows = SIZES.map(figures)
  const headings = ['pages', 'input, MB', 'CPU seconds', 'pages/s', 'stories', 'held by the feed, MB', 'peak RSS, MB']
  say(markdownTable(headings, rows))
  say('')
  say(
    `${STORIES_A_PAGE} stories a page; seconds of the processor, garbage collection included; the peak is the whole process, input included.`,
  )
}

function figures(pages: number): string[] {
  const crawl = crawlOf(pages)
  const input = crawl.pages.reduce((sum, page) => sum + page.text.length, 0)
  const before = heap()
  const started = process.cpuUsage()
  const feed = parseCrawl(crawl)
  const { user, system } = process.cpuUsage(started)
  const seconds = (user + system) / 1e6
  const held = heap() - before
  const counted = [feed.feed_meta.stories_extracted.toLocaleString('en'), Math.round(held / MB).toString()]
  const peak = Math.round(process.resourceUsage().maxRSS / 1024).toString()
  const speed = [seconds.toFixed(2), Math.round(pages / seconds).toLocaleString('en')]
  return [pages.toLocaleString('en'), (input / MB).toFixed(1), ...speed, ...counted, peak]
}

/** Counts garbage too, unless Node runs with --expose-gc. */
function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function crawlOf(pages: number) {
  return {
    start_url: 'https://www.scmp.com/business',
    crawl_time_utc: '2026-02-14T10:30:00Z',
    source_profile_name: 'scmp',
    pages: Array.from({ length: pages }, (_, i) => pageOf(i)),
  }
}

function pageOf(page: number) {
  const lines: string[] = [...SECTIONS]
  const headings = SECTIONS.map((text) => ({ level: 2, text }))
  for (let at = 0; at < STORIES_A_PAGE; at += 1) {
    const story = at % 5 === 0 && page > 0 ? (page - 1) * STORIES_A_PAGE + at + 1 : page * STORIES_A_PAGE + at
    const headline = `Ferry ${story} is late for the ${(story % 50) + 2}th time this year`
    if (at === 25) lines.push('MOST POPULAR', 'Boats in fog', 'Trains in snow')
    if (at % 10 === 3) lines.push('07:39')
    if (at % 25 === 7) lines.push('Paid Post:')
    lines.push(SECTIONS[story % SECTIONS.length]!, headline)
    headings.push({ level: 2, text: headline })
    if (at % 2 === 0) {
      lines.push(`Passengers of ferry ${story} wait`)
      headings.push({ level: 3, text: `Passengers of ferry ${story} wait` })
    }
    lines.push(dateOf(story), String(story % 90), TEXT, TEXT)
  }
  // A crawler gives headings by level, not by place.
  headings.sort((a, b) => a.level - b.level)
  return {
    url: `https://www.scmp.com/business/${page}`,
    depth: page === 0 ? 1 : 2,
    language: 'en',
    text: lines.join('\n'),
    headings,
  }
}

function dateOf(story: number): string {
  if (story % 4 === 0) return `${(story % 50) + 2} minutes ago`
  return `${(story % 28) + 1} Feb 2026 - ${(story % 12) + 1}:${String(story % 60).padStart(2, '0')}PM`
}
