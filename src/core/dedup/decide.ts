import type { Decision, Keeps } from '../domain/decision.ts'
import type { Disposition } from '../domain/disposition.ts'
import type { LayerName, Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { boilerplateOf, wholeBody, withoutBoilerplate } from './boilerplate.ts'
import { reusesGuids } from './guid-trust.ts'
import { sameGuid } from './layer1-guid.ts'
import { secondSignal } from './layer3-title.ts'
import { contentMatch } from './layer4-content.ts'
import type { IdentityRule } from './policies.ts'
import type { Recent } from './recent/recent.ts'
import { isOneDomain } from './rules.ts'
import { compareVersions, type Version } from './versions.ts'

/** How many matches of a layer are kept; their number is kept besides. */
const BEST = 3
/** A feed's habits show in so many of its latest articles. */
export const HABIT = 40

/** A newcomer as it goes on, and what became of it. */
export interface Decided {
  readonly print: Print
  readonly decision: Decision
}

/** What else is known of a document. */
export interface DecideOptions {
  readonly guidsMeanNothing?: boolean
  /** Key of the article that each guid is known to stand for, whatever guid that article has now. */
  readonly knownAs?: readonly (string | null)[]
}

/**
 * Decides the articles of one feed's document in their order; each is in the window before the next is decided. What most
 * of the feed's bodies have in common is taken from them first, and guids the feed reuses are not asked.
 */
export function decideAll(newcomers: readonly Print[], recent: Recent, options: DecideOptions = {}): Decided[] {
  const { guidsMeanNothing = false, knownAs = [] } = options
  const feed = newcomers[0]?.feed ?? 0
  const known = feed === 0 ? [] : recent.ofFeed(feed, HABIT)
  const family = [...newcomers.filter((one) => !known.some(({ key }) => key === one.key)), ...known]
  const boilerplate =
    feed === 0 ? new Set<number>() : boilerplateOf(family.map(wholeBody).filter((body) => body !== null))
  const ignoreGuids = guidsMeanNothing || (feed !== 0 && reusesGuids([...newcomers, ...known]))
  return newcomers.map((one, at) => {
    const print = withoutBoilerplate(one, boilerplate)
    const decision = decide(print, recent, { ignoreGuids, knownAs: knownAs[at] ?? null })
    return { print: admit(print, decision, recent), decision }
  })
}

/** Puts a decided newcomer into the window as the decision says; the print as it stands there, or would. */
export function admit(print: Print, decision: Decision, recent: Recent): Print {
  for (const key of decision.replaces) recent.remove(key)
  if (decision.keeps === 'standing') return print
  const standing = decision.keeps === 'newcomer' && decision.of !== null ? recent.get(decision.of) : null
  const isNews = recent.rules.policy.onAlike === 'newest'
  const stands = standing === null ? print : successorOf(print, standing, isNews)
  recent.add(stands)
  return stands
}

/**
 * A version takes the place of another: the article's key stays, and a date is the first one given; unless the later one
 * stands for being later, which the next must be measured by.
 */
function successorOf(print: Print, { key, published, seen }: Print, isNews: boolean): Print {
  if (isNews) return { ...print, key, seen }
  const first =
    published === null || print.published === null
      ? (print.published ?? published)
      : Math.min(published, print.published)
  return { ...print, key, published: first, seen }
}

/** Decides one newcomer in the fixed order of the layers, by the window's policy; changes nothing. */
export function decide(
  newcomer: Print,
  recent: Recent,
  { ignoreGuids = false, knownAs = null }: { ignoreGuids?: boolean; knownAs?: string | null } = {},
): Decision {
  const { policy } = recent.rules
  const guids = ignoreGuids ? [] : guidMatches(newcomer, recent, knownAs)
  if (policy.onAlike === 'newest') return decideByNewest(newcomer, recent, guids)
  if (guids.length > 0) return decideIdentity(newcomer, guids, recent, policy.guid)
  const urls = recent.urlMatches(newcomer)
  if (urls.length > 0) return decideIdentity(newcomer, urls, recent, policy.url)
  if (policy.onAlike === 'skip') return decideBySkipping(newcomer, recent)
  return policy.content?.measure === 'fingerprints'
    ? decideLayered(newcomer, recent)
    : decideCalibrated(newcomer, recent)
}

function guidMatches(newcomer: Print, recent: Recent, knownAs: string | null): Match[] {
  const found = recent.guidMatches(newcomer)
  const standing = found.length > 0 || knownAs === null ? null : recent.get(knownAs)
  return standing === null ? found : [sameGuid(standing)]
}

function decideIdentity(newcomer: Print, matches: readonly Match[], recent: Recent, rule: IdentityRule): Decision {
  const standing = recent.get(matches[0]!.with)!
  const [disposition, keeps] = rule === 'skip' ? SKIPPED : versionOutcome(newcomer, standing, matches[0]!, recent)
  return { disposition, keeps, of: standing.key, replaces: [], ...kept(matches) }
}

const SKIPPED = ['exact_duplicate', 'standing'] as const

function versionOutcome(
  newcomer: Print,
  standing: Print,
  { layer }: Match,
  recent: Recent,
): readonly [Disposition, Keeps] {
  const isOwn = newcomer.feed === standing.feed || recent.rules.policy.guidScope === 'all'
  const changed = newcomer.contentHash !== standing.contentHash
  if (layer === 'guid' && isOwn) return changed ? ['revision', 'newcomer'] : SKIPPED
  const kind = compareVersions(versionOf(newcomer, recent), versionOf(standing, recent), false)
  if (kind === 'outdoes') return [newcomer.wordCount > standing.wordCount ? 'revision' : 'exact_duplicate', 'newcomer']
  return kind === 'rehomes' ? ['exact_duplicate', 'newcomer'] : SKIPPED
}

function versionOf({ feed, contentHash, wordCount }: Print, { positionOf }: Recent): Version {
  return { feed, position: positionOf(feed), contentHash, wordCount }
}

function decideBySkipping(newcomer: Print, recent: Recent): Decision {
  const titles = recent.titleMatches(newcomer)
  const best = titles.find(counts)
  if (best === undefined) return unique(titles)
  return { disposition: 'near_duplicate', keeps: 'standing', of: best.with, replaces: [], ...kept(titles) }
}

/** Nothing is thrown away for being alike: sure copies are near duplicates, the rest is of one event. */
function decideCalibrated(newcomer: Print, recent: Recent): Decision {
  const matches = [
    ...recent.titleMatches(newcomer),
    ...recent.contentMatches(newcomer),
    ...recent.eventMatches(newcomer),
  ]
  const copy = matches.find((match) => counts(match) && match.relation === 'same')
  if (copy !== undefined) return joined('near_duplicate', copy, matches)
  const link = matches.find(counts)
  return link === undefined ? unique(matches) : joined('same_event', link, matches)
}

/** The matrix to the letter: content; title on another domain; title against content on the same domain; entities. */
function decideLayered(newcomer: Print, recent: Recent): Decision {
  const titles = recent.titleMatches(newcomer)
  const candidates = titles.map((title) => {
    const standing = recent.get(title.with)!
    return { title, standing, content: contentMatch(newcomer, standing, recent.rules) }
  })
  const contents = candidates.flatMap(({ content }) => content ?? [])
  const second = candidates.slice(0, BEST).map(({ standing }) => secondSignal(newcomer, standing))
  const matches = [...titles, ...second, ...contents]
  if (contents.length > 0) return joined('near_duplicate', contents[0]!, matches)
  const elsewhere = candidates.find(({ standing }) => !isOneDomain(newcomer, standing))
  if (elsewhere !== undefined) return joined('near_duplicate', elsewhere.title, matches)
  const rewritten = candidates.find(({ standing }) => newcomer.body !== null && standing.body !== null)
  if (rewritten !== undefined) return joined('revision', rewritten.title, matches)
  const events = recent.eventMatches(newcomer)
  return events.length > 0 ? joined('same_event', events[0]!, [...matches, ...events]) : unique(matches)
}

/** Guid, then address, then title: at each step the later published goes on, among equals that of the earlier source. */
function decideByNewest(newcomer: Print, recent: Recent, guids: readonly Match[]): Decision {
  const matches = [...guids, ...recent.urlMatches(newcomer), ...recent.titleMatches(newcomer)]
  const beaten = new Set<string>()
  for (const match of matches) {
    const standing = recent.get(match.with)!
    if (beaten.has(standing.key)) continue
    if (isNewer(newcomer, standing, recent)) beaten.add(standing.key)
    else
      return {
        disposition: dispositionOf(match),
        keeps: 'standing',
        of: standing.key,
        replaces: [...beaten],
        ...kept(matches),
      }
  }
  if (beaten.size === 0) return unique(matches)
  const [first, ...others] = beaten
  return { disposition: 'revision', keeps: 'newcomer', of: first!, replaces: others, ...kept(matches) }
}

function dispositionOf({ layer }: Match): Disposition {
  return layer === 'title' ? 'near_duplicate' : 'exact_duplicate'
}

function isNewer(newcomer: Print, standing: Print, { positionOf }: Recent): boolean {
  const later = (newcomer.published ?? 0) - (standing.published ?? 0)
  const earlierSource = positionOf(standing.feed) - positionOf(newcomer.feed)
  return later > 0 || (later === 0 && earlierSource > 0)
}

const counts = (match: Match): boolean => match.veto === null

function joined(disposition: Disposition, match: Match, matches: readonly Match[]): Decision {
  return { disposition, keeps: 'both', of: match.with, replaces: [], ...kept(matches) }
}

function unique(matches: readonly Match[]): Decision {
  return { disposition: 'unique', keeps: 'both', of: null, replaces: [], ...kept(matches) }
}

/** The best few of each layer and measure that counted, and the best few that a veto overturned. */
function kept(matches: readonly Match[]): Pick<Decision, 'matches' | 'found'> {
  if (matches.length === 0) return { matches: [], found: {} }
  const found: Partial<Record<LayerName, number>> = {}
  const seen = new Map<string, number>()
  const best: Match[] = []
  for (const match of matches) {
    found[match.layer] = (found[match.layer] ?? 0) + 1
    const kind = `${match.layer} ${match.measure} ${match.veto === null}`
    const count = seen.get(kind) ?? 0
    seen.set(kind, count + 1)
    if (count < BEST) best.push(match)
  }
  return { matches: best, found }
}
