import type { FoldedSource } from '../domain/digest.ts'
import { articleKind } from '../text/article-kind.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import type { DigestSizes } from './digest-policy.ts'
import type { RankedTopic } from './rank-topics.ts'

export interface Sections {
  readonly byRank: boolean
  readonly topStories: readonly RankedTopic[]
  readonly noteworthy: readonly RankedTopic[]
  readonly alsoMentioned: readonly RankedTopic[]
  /** Topics left out because their source has enough of them, by source. */
  readonly folded: readonly FoldedSource[]
  /** Topics left out because their section is full. */
  readonly leftOut: number
}

/** The score as printed, which also decides the section, so that no 70 is printed below the threshold of 70. */
export const printedScore = (score: number): number => Math.round(score)

/** The source by which a topic counts, when places are given by rank. */
export function sourceOf(one: RankedTopic): string {
  const [first] = one.members
  // Whichever of them leads. To choose a lead every headline is read.
  return one.members.every(({ sourceName }) => sourceName === first!.sourceName)
    ? first!.sourceName
    : one.lead.sourceName
}

const kindOf = ({ title, url, rssCategory }: WindowArticle) => articleKind(title, url, rssCategory)

/**
 * Assigns topics to sections by threshold; on a day with few above it, by rank. `ranked` is best first and stays so. What the reader
 * follows has a place in the section of its score, the last one at least, before others.
 */
export function chooseSections(ranked: readonly RankedTopic[], input: DigestInput): Sections {
  const { type, policy } = input
  const { thresholds, thinDay } = policy
  const sizes = policy.sizes[type]
  const from = (least: number) => (one: RankedTopic) => printedScore(one.score) >= least
  const isFollowed = followedIn(input)
  const isListed = from(thresholds.alsoMentioned)
  const shown = ranked.filter((one) => isListed(one) || isFollowed(one))
  const isNoteworthy = from(thresholds.noteworthy)
  const important = shown.filter(from(thresholds.topStories))
  if (important.length < thinDay) return chooseByRank(shown, isNoteworthy, input)
  const rest = shown.slice(important.length)
  return { byRank: false, folded: [], ...cutToSizes([important, rest.filter(isNoteworthy)], rest, sizes, isFollowed) }
}

type IsFollowed = (one: RankedTopic) => boolean

function followedIn({ followed }: DigestInput): IsFollowed {
  const isFollowed = ({ topic, inOtherLanguages }: RankedTopic): boolean =>
    topic.stories.some((story) => followed.has(story)) || inOtherLanguages.some(isFollowed)
  return followed.size === 0 ? () => false : isFollowed
}

/** The best of a list, those that are followed before all others; in the order of the list. */
function bestOf(list: readonly RankedTopic[], most: number, isFollowed: IsFollowed): RankedTopic[] {
  const kept = new Set([...list.filter(isFollowed), ...list.filter((one) => !isFollowed(one))].slice(0, most))
  return list.filter((one) => kept.has(one))
}

/** How many noteworthy items a source may have when places are given by rank. */
const MOST_NOTEWORTHY = 2

/**
 * The best topics are the top stories, but each source leads only one; it has at most two that are noteworthy, and the rest
 * of it is counted. Otherwise the busiest feed would fill the page.
 */
function chooseByRank(
  shown: readonly RankedTopic[],
  isNoteworthy: (one: RankedTopic) => boolean,
  input: DigestInput,
): Sections {
  const sizes = input.policy.sizes[input.type]
  const top = topByRank(shown, sizes.byRank, input)
  const isTop = new Set(top.map(({ topic }) => topic.key))
  const others = shown.filter((one) => !isTop.has(one.topic.key) && isNoteworthy(one))
  const isFollowed = followedIn(input)
  const isFirst = new Set(firstOfEach(others, MOST_NOTEWORTHY))
  const noteworthy = others.filter((one) => isFirst.has(one) || isFollowed(one))
  const isKept = new Set(noteworthy)
  const folded = foldedOf(others.filter((one) => !isKept.has(one)))
  const rest = shown.filter((one) => !isTop.has(one.topic.key) && (!isNoteworthy(one) || isKept.has(one)))
  return { byRank: true, folded, ...cutToSizes([top, noteworthy], rest, sizes, isFollowed) }
}

/**
 * The best topics, each led by another source. Where a source leads already, an article of another source leads if it is as
 * current and its tier as good; if there is none, a story that several newsrooms tell keeps its lead, and a story of one newsroom is passed over.
 * So is a briefing, an opinion, an advertisement or an article of uncertain date that stands alone.
 */
function topByRank(shown: readonly RankedTopic[], most: number, input: DigestInput): RankedTopic[] {
  const newsrooms = new Map(input.stories.map((story) => [story.key, story.newsrooms]))
  const isCorroborated = ({ topic }: RankedTopic) => topic.stories.some((key) => (newsrooms.get(key) ?? 1) > 1)
  const sources = new Set<string>()
  const top: RankedTopic[] = []
  for (const one of shown) {
    if (top.length === most) break
    const isAsGood = ({ tier, sourceName }: WindowArticle) => tier <= one.lead.tier && !sources.has(sourceName)
    const isTold = isCorroborated(one)
    const lead = one.leads.find(isAsGood) ?? (isTold ? one.lead : null)
    if (lead === null || (!isTold && (lead.dateUncertain || kindOf(lead) !== 'report'))) continue
    sources.add(lead.sourceName)
    top.push(lead === one.lead ? one : { ...one, lead })
  }
  return top
}

/** The first so many topics of each source. */
function firstOfEach(topics: readonly RankedTopic[], most: number): RankedTopic[] {
  const counts = new Map<string, number>()
  return topics.filter((one) => {
    const count = (counts.get(sourceOf(one)) ?? 0) + 1
    counts.set(sourceOf(one), count)
    return count <= most
  })
}

function foldedOf(topics: readonly RankedTopic[]): FoldedSource[] {
  const counts = new Map<string, number>()
  for (const one of topics) counts.set(sourceOf(one), (counts.get(sourceOf(one)) ?? 0) + 1)
  return [...counts].map(([sourceName, items]) => ({ sourceName, items }))
}

/** Cuts sections to their sizes; what is neither top story nor noteworthy is also mentioned. */
function cutToSizes(
  [top, noteworthy]: readonly [readonly RankedTopic[], readonly RankedTopic[]],
  rest: readonly RankedTopic[],
  sizes: DigestSizes,
  isFollowed: IsFollowed,
): Pick<Sections, 'topStories' | 'noteworthy' | 'alsoMentioned' | 'leftOut'> {
  const isNoteworthy = new Set(noteworthy)
  const also = rest.filter((one) => !isNoteworthy.has(one))
  const topStories = bestOf(top, sizes.topStories, isFollowed)
  const kept = {
    noteworthy: bestOf(noteworthy, sizes.noteworthy, isFollowed),
    alsoMentioned: bestOf(also, sizes.alsoMentioned, isFollowed),
  }
  const all = top.length + noteworthy.length + also.length
  const leftOut = all - topStories.length - kept.noteworthy.length - kept.alsoMentioned.length
  return { topStories, ...kept, leftOut }
}
