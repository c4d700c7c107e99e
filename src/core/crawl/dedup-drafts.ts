import type { SeenOnPage } from '../domain/crawl-story.ts'
import type { StoryDraft } from './draft.ts'
import { fold, headlineKey } from './fold.ts'
import { localDays, type SourceZone } from './source-zone.ts'

/** A story with its copies merged. */
export interface MergedDraft {
  readonly draft: StoryDraft
  /** Headline, local day and section: the identity of the story. */
  readonly key: string
  readonly seenOn: readonly SeenOnPage[]
}

interface Keyed {
  readonly draft: StoryDraft
  readonly day: string | null
  readonly section: string | null
}

interface Cluster {
  day: string | null
  section: string | null
  readonly members: Keyed[]
}

/**
 * Stage 6. Copies share a headline; two days or two sections, where both are known, are two stories. Independent of the
 * order of the pages: copies with complete keys form the stories, and copies with a missing part join them.
 */
export function dedupDrafts(drafts: readonly StoryDraft[], zone: SourceZone): MergedDraft[] {
  const byHeadline = new Map<string, Keyed[]>()
  const dayOf = localDays(zone)
  for (const draft of drafts) {
    const key = headlineKey(draft.headline)
    const day = draft.publishedAt === null ? null : dayOf(draft.publishedAt)
    const keyed: Keyed = { draft, day, section: draft.section === null ? null : fold(draft.section) }
    const list = byHeadline.get(key)
    if (list === undefined) byHeadline.set(key, [keyed])
    else list.push(keyed)
  }
  return [...byHeadline].flatMap(([key, copies]) => clusterCopies(copies).map((cluster) => merge(key, cluster)))
}

/** Copies with more of the key first, then by position: depth, address, line. */
function clusterCopies(copies: readonly Keyed[]): Cluster[] {
  if (copies.length === 1) return [{ ...copies[0]!, members: [...copies] }]
  const known = ({ day, section }: Keyed) => (day === null ? 0 : 2) + (section === null ? 0 : 1)
  const ordered = [...copies].sort((a, b) => known(b) - known(a) || byPosition(a.draft, b.draft))
  const clusters: Cluster[] = []
  const whole = new Map<string, Cluster>()
  for (const copy of ordered) {
    // A copy with day and section can only join equal ones, so they are looked up; comparing all pairs would be
    // quadratic.
    const name = copy.day === null || copy.section === null ? null : `${copy.day} ${copy.section}`
    const cluster = name === null ? clusters.find((other) => agrees(copy, other)) : whole.get(name)
    if (cluster === undefined) {
      const added: Cluster = { day: copy.day, section: copy.section, members: [copy] }
      clusters.push(added)
      if (name !== null) whole.set(name, added)
      continue
    }
    cluster.members.push(copy)
    cluster.day ??= copy.day
    cluster.section ??= copy.section
  }
  return clusters
}

const agrees = (copy: Keyed, cluster: Cluster): boolean =>
  agree(copy.day, cluster.day) && agree(copy.section, cluster.section)

const agree = (a: string | null, b: string | null): boolean => a === null || b === null || a === b

/** Order by depth, then address, then line: independent of the order of arrival. */
function byPosition(a: StoryDraft, b: StoryDraft): number {
  return a.depth - b.depth || compare(a.pageUrl, b.pageUrl) || a.line - b.line
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function merge(headline: string, cluster: Cluster): MergedDraft {
  const key = JSON.stringify([headline, cluster.day, cluster.section])
  const ranked = rank(cluster.members.map(({ draft }) => draft))
  const [kept, ...others] = ranked as [StoryDraft, ...StoryDraft[]]
  return { draft: others.reduce(fill, kept), key, seenOn: seenOn(ranked) }
}

/** The lowest crawl depth first; ties by how many of subheadline, comment count, longest body and most tags a copy has. */
function rank(copies: readonly StoryDraft[]): StoryDraft[] {
  if (copies.length === 1) return [copies[0]!]
  const shallowest = copies.reduce((least, copy) => Math.min(least, copy.depth), copies[0]!.depth)
  const tied = copies.filter((copy) => copy.depth === shallowest)
  const longest = tied.reduce((most, copy) => Math.max(most, copy.body?.length ?? 0), 1)
  const mostTags = tied.reduce((most, copy) => Math.max(most, copy.tags.length), 1)
  const richness = (copy: StoryDraft): number =>
    Number(copy.subheadline !== null) +
    Number(copy.commentCount !== null) +
    Number((copy.body?.length ?? 0) === longest) +
    Number(copy.tags.length === mostTags)
  return [...copies].sort((a, b) => a.depth - b.depth || richness(b) - richness(a) || byPosition(a, b))
}

/** Fills missing fields from the next copy; a time is taken together with its text. */
function fill(kept: StoryDraft, other: StoryDraft): StoryDraft {
  const dated = kept.publishedAt === null && other.publishedAt !== null ? other : kept
  return {
    ...kept,
    prefix: kept.prefix ?? other.prefix,
    subheadline: kept.subheadline ?? other.subheadline,
    section: kept.section ?? other.section,
    byline: kept.byline ?? other.byline,
    publishedAt: dated.publishedAt,
    publishedRaw: dated.publishedRaw,
    body: kept.body ?? other.body,
    commentCount: kept.commentCount ?? other.commentCount,
    marks: [...new Set([...kept.marks, ...other.marks])],
    tags: [...new Set([...kept.tags, ...other.tags])],
    language: kept.language ?? other.language,
  }
}

function seenOn(copies: readonly StoryDraft[]): SeenOnPage[] {
  if (copies.length === 1) return [{ page_url: copies[0]!.pageUrl, crawl_depth: copies[0]!.depth }]
  const pages = new Map<string, number>()
  for (const { pageUrl, depth } of copies) pages.set(pageUrl, Math.min(depth, pages.get(pageUrl) ?? depth))
  return [...pages]
    .map(([page_url, crawl_depth]) => ({ page_url, crawl_depth }))
    .sort((a, b) => a.crawl_depth - b.crawl_depth || compare(a.page_url, b.page_url))
}
