import type { Digest, DigestTab, HealthReport, NoteworthyGroup } from '../../domain/digest.ts'
import { clipped } from './plain.ts'

/* Makes any digest fit into a mail. Large mail services truncate a message at 102 kB, in the middle of a word, and hide
   the rest; so whole items are left out, the least important first, and the mail says so. */

/** Limit for the whole message, headers and encoding included. */
export const mostMailBytes = 100_000

/** Reserve for headers and boundaries: a subject and two addresses of full length take less. */
const headerBytes = 6_000

/** The length of the message: both parts in base64, in lines of 76. */
export function mailBytes(...parts: readonly string[]): number {
  const encoder = new TextEncoder()
  return parts.reduce((sum, part) => {
    const encoded = Math.ceil(encoder.encode(part).length / 3) * 4
    return sum + encoded + 2 * Math.ceil(encoded / 76)
  }, headerBytes)
}

/** The longest text of each field in a mail, far beyond what an honest publisher writes. */
const mostLetters: Readonly<Record<string, number>> = {
  ...{ title: 300, label: 120, text: 1200, sourceName: 100, sourceNames: 100, name: 100, because: 200 },
  ...{ was: 200, now: 200, value: 20, category: 80, finalCategory: 80, rssCategory: 80, emerging: 120, declining: 120 },
}

/** Longer addresses are left out: mail programs truncate them anyway. */
const mostUrlLetters = 2000

/** Shortens texts that are too long for a mail. */
export function withShortTexts(digest: Digest): Digest {
  return shortened(digest, '') as Digest
}

function shortened(value: unknown, name: string): unknown {
  if (typeof value === 'string') {
    if (name === 'url') return value.length > mostUrlLetters ? '' : value
    return Object.hasOwn(mostLetters, name) ? clipped(value, mostLetters[name]!) : value
  }
  if (Array.isArray(value)) return value.map((one) => shortened(one, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one, key)]))
}

/** How many items could be left out. */
export function leavable(digest: Digest): number {
  const { topStories, alsoMentioned, health, notRead } = digest
  return topStories.length + briefs(digest) + alsoMentioned.length + tabItems(digest) + named(health) + notRead.length
}

/** The digest without so many items: first Also Mentioned, then Noteworthy, tabs, reports, top stories. */
export function without(digest: Digest, count: number): Digest {
  let left = count
  const take = (there: number): number => {
    const taken = Math.min(left, there)
    left -= taken
    return there - taken
  }
  const { alsoMentioned, noteworthy, tabs, notRead, health, topStories } = digest
  return {
    ...digest,
    alsoMentioned: alsoMentioned.slice(0, take(alsoMentioned.length)),
    noteworthy: firstBriefs(noteworthy, take(briefs(digest))),
    tabs: firstOfTabs(tabs, take(tabItems(digest))),
    notRead: notRead.slice(0, take(notRead.length)),
    health: firstNamed(health, take(named(health))),
    topStories: topStories.slice(0, take(topStories.length)),
  }
}

const briefs = ({ noteworthy }: Digest): number => noteworthy.reduce((sum, { items }) => sum + items.length, 0)

const tabItems = ({ tabs }: Digest): number => tabs.reduce((sum, { items }) => sum + items.length, 0)

const named = ({ unhealthy, dead, emerging, declining }: HealthReport): number =>
  unhealthy.length + dead.length + emerging.length + declining.length

/** Keeps the best items over all groups. */
function firstBriefs(groups: readonly NoteworthyGroup[], count: number): NoteworthyGroup[] {
  const all = groups.flatMap(({ items }) => items)
  const kept = new Set([...all].sort((a, b) => b.score - a.score).slice(0, count))
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => kept.has(item)) }))
    .filter(({ items }) => items.length > 0)
}

/** Shortens the longest tab first; a tab without items is left out. */
function firstOfTabs(tabs: readonly DigestTab[], count: number): DigestTab[] {
  const lengths = tabs.map(({ items }) => items.length)
  let total = lengths.reduce((sum, length) => sum + length, 0)
  for (; total > count; total--) lengths[lengths.lastIndexOf(Math.max(...lengths))]! -= 1
  const cut = tabs.map((tab, i) => ({ ...tab, items: tab.items.slice(0, lengths[i]) }))
  return cut.filter(({ items }, i) => items.length > 0 || tabs[i]!.items.length === 0)
}

function firstNamed(health: HealthReport, count: number): HealthReport {
  let left = count
  const first = <T>(list: readonly T[]): readonly T[] => {
    const kept = list.slice(0, left)
    left -= kept.length
    return kept
  }
  const [unhealthy, dead] = [first(health.unhealthy), first(health.dead)]
  return { ...health, unhealthy, dead, emerging: first(health.emerging), declining: first(health.declining) }
}
