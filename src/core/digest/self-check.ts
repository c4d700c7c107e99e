import type { Digest, DigestItem, SelfCheck } from '../domain/digest.ts'
import type { DigestInput } from './digest-input.ts'
import { saysSomething } from './mend-labels.ts'
import type { DigestPlan } from './plan-digest.ts'
import { recomputeTrend } from './recompute-trend.ts'
import { isUnspacedLanguage, summaryWords } from './summary-words.ts'

/** What was corrected while the digest was made. */
export interface Mended {
  readonly labels: number
  readonly trends: number
  readonly names: number
}

/** Validates a finished digest. Remaining errors are `reported`, corrected ones `mended`. */
export function selfCheck(
  digest: Omit<Digest, 'checks'>,
  input: DigestInput,
  plan: DigestPlan,
  mended: Mended,
): SelfCheck[] {
  const { flaws, sections } = plan
  const items = itemsOf(digest)
  return [
    outcome('attribution', unattributed(digest, items), [
      counted(flaws.withoutAddress, 'article without an address left out', 'articles without an address left out'),
      counted(flaws.unknownMembers, 'article of a topic not found', 'articles of topics not found'),
      counted(mended.names, 'source without a name called by its host', 'sources without a name called by their hosts'),
    ]),
    outcome('ranking', misplaced(digest), [
      counted(flaws.wrongScores, 'topic ranked by its members’ scores', 'topics ranked by their members’ scores'),
    ]),
    withNotes(outcome('sizes', oversized(digest, input), []), [
      counted(sections.leftOut, 'topic had no room', 'topics had no room'),
      input.methodNote,
    ]),
    outcome('labels', unlabelled(items), [
      counted(mended.labels, 'label replaced by a headline', 'labels replaced by headlines'),
    ]),
    outcome('trends', mistagged(items, input), [counted(mended.trends, 'trend corrected', 'trends corrected')]),
    outcome(
      'leader',
      input.leaderWarnings.map(({ message }) => message),
      [],
    ),
  ]
}

/** The items in reading order. */
export const itemsOf = ({ topStories, noteworthy, alsoMentioned }: Omit<Digest, 'checks'>): DigestItem[] => [
  ...topStories,
  ...noteworthy.flatMap(({ items }) => items),
  ...alsoMentioned,
]

function outcome(check: SelfCheck['check'], faults: readonly string[], mended: readonly (string | null)[]): SelfCheck {
  if (faults.length > 0) return { check, outcome: 'reported', note: faults.join('; ') }
  const notes = mended.filter((note) => note !== null)
  return notes.length > 0
    ? { check, outcome: 'mended', note: notes.join('; ') }
    : { check, outcome: 'passed', note: null }
}

/** A full section, or a number of topics taken from few windows, is no fault, but the note says so. */
function withNotes(check: SelfCheck, notes: readonly (string | null)[]): SelfCheck {
  const said = notes.filter((note) => note !== null).join('; ')
  return check.outcome === 'passed' && said !== '' ? { ...check, note: said } : check
}

const counted = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`

function unattributed(digest: Omit<Digest, 'checks'>, items: readonly DigestItem[]): string[] {
  const articles = [
    ...items.map(({ lead }) => lead),
    ...digest.tabs.flatMap((tab) => tab.items.map((item) => item.article)),
  ]
  return articles
    .filter(({ sourceName, url }) => sourceName.trim() === '' || url.trim() === '')
    .map(({ title }) => `no source or address: ${title}`)
}

function misplaced({ topStories, noteworthy, alsoMentioned, byRank }: Omit<Digest, 'checks'>): string[] {
  const groups = noteworthy.map(({ items }) => items)
  const unsorted = [topStories, ...groups, alsoMentioned].filter((items) =>
    items.some((item, at) => at > 0 && item.score > items[at - 1]!.score),
  )
  // By rank each source leads one top story, and only reports do, so other items may outscore the top story of another source.
  const leaders = new Set(byRank ? topStories.map(({ lead }) => lead.sourceName) : [])
  const others = groups
    .flat()
    .filter(({ lead }) => !leaders.has(lead.sourceName) && !(byRank && (lead.kind !== undefined || lead.dateUncertain)))
  const crossed = [topStories, others, alsoMentioned].filter((items) => items.length > 0)
  const overlaps = crossed.some((items, at) => at > 0 && highest(items) > lowest(crossed[at - 1]!))
  return [
    ...(unsorted.length > 0 ? ['a section is not sorted'] : []),
    ...(overlaps ? ['a section outranks the one above'] : []),
  ]
}

const highest = (items: readonly DigestItem[]): number => Math.max(...items.map(({ score }) => score))
const lowest = (items: readonly DigestItem[]): number => Math.min(...items.map(({ score }) => score))

function oversized(digest: Omit<Digest, 'checks'>, { policy, type }: DigestInput): string[] {
  const sizes = policy.sizes[type]
  const counts = [
    ['top stories', digest.topStories.length, sizes.topStories],
    ['noteworthy', digest.noteworthy.reduce((sum, { items }) => sum + items.length, 0), sizes.noteworthy],
    ['also mentioned', digest.alsoMentioned.length, sizes.alsoMentioned],
    ...digest.tabs.map(({ name, items, limit }) => [name, items.length, limit] as const),
  ] as const
  const words = digest.topStories.filter((item) => wordsOf(item) > sizes.words.max)
  return [
    ...counts
      .filter(([, count, most]) => count > most)
      .map(([name, count, most]) => `${name}: ${count} of at most ${most}`),
    ...words.map(({ label }) => `summary too long: ${label}`),
  ]
}

function wordsOf({ summary, lead }: DigestItem): number {
  const unspaced = isUnspacedLanguage(lead.language, lead.title)
  return summary.reduce((sum, { text }) => sum + summaryWords(text, unspaced), 0)
}

function unlabelled(items: readonly DigestItem[]): string[] {
  const labels = items.map(({ label }) => label)
  const empty = items
    .filter(({ label, lead }) => !saysSomething(label, lead.language))
    .map(({ label }) => `says nothing: "${label}"`)
  const twice = labels.filter((label, at) => labels.indexOf(label) !== at).map((label) => `twice: "${label}"`)
  return [...empty, ...twice]
}

const mistagged = (items: readonly DigestItem[], { policy }: DigestInput): string[] =>
  items
    .filter(({ trend }) => trend !== null && recomputeTrend(trend, policy.trend) !== trend)
    .map(({ label }) => `wrong trend: ${label}`)
