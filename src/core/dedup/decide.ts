import type { Decision, Keeps } from '../domain/decision.ts'
import type { Disposition } from '../domain/disposition.ts'
import type { LayerName, Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { allSteps, type Steps } from '../domain/steps.ts'
import { boilerplateOf, wholeBody, withoutBoilerplate } from './boilerplate.ts'
import { reusesGuids } from './guid-trust.ts'
import { sameGuid } from './layer1-guid.ts'
import { secondSignal } from './layer3-title.ts'
import { contentMatch } from './layer4-content.ts'
import type { IdentityRule } from './policies.ts'
import type { Recent } from './recent/recent.ts'
import { isOneDomain } from './rules.ts'
import { compareVersions, type Version } from './versions.ts'

/** So many matches of a layer are kept; all are counted. */
const BEST = 3
/** A feed's boilerplate and reuse of guids are detected in so many of its latest articles. */
export const HABIT_SAMPLE = 40

/** A decided newcomer: its print without boilerplate, and the decision. */
export interface Decided {
  readonly print: Print
  readonly decision: Decision
}

/** What a feed does in all its articles, found in many of them together. */
export interface Habits {
  /** Shingles that its articles share, which say nothing about any of them. */
  readonly boilerplate: ReadonlySet<number>
  /** It gives one guid to several articles. */
  readonly ignoreGuids: boolean
}

/** What else is known of the newcomers. */
export interface DecideOptions {
  readonly ignoreGuids?: boolean
  /** The habits of their feed, when more of its document is known than these newcomers. */
  readonly habits?: Habits | null
  /** For each newcomer the key of the article its guid belongs to by the store; that article may have another guid now. */
  readonly knownAs?: readonly (string | null)[]
}

/**
 * Decides the articles of one feed's document in order; each is added to the recent articles before the next is decided. The
 * feed's boilerplate is removed from their bodies first, and guids are ignored in a feed that reuses them.
 */
export function decideAll(newcomers: readonly Print[], recent: Recent, options: DecideOptions = {}): Decided[] {
  return allSteps(decideInSteps(newcomers, recent, options))
}

/** The same, one article at a step. */
export function* decideInSteps(
  newcomers: readonly Print[],
  recent: Recent,
  options: DecideOptions = {},
): Steps<Decided[]> {
  const { knownAs = [] } = options
  const { boilerplate, ignoreGuids } = options.habits ?? habitsOf(newcomers, recent, options.ignoreGuids)
  const decided: Decided[] = []
  for (const [at, one] of newcomers.entries()) {
    const print = withoutBoilerplate(one, boilerplate)
    const decision = decide(print, recent, { ignoreGuids, knownAs: knownAs[at] ?? null })
    decided.push({ print: admit(print, decision, recent), decision })
    yield
  }
  return decided
}

/** The habits of a feed, in the newcomers of one document and in its latest articles. */
export function habitsOf(newcomers: readonly Print[], recent: Recent, areIgnored = false): Habits {
  const feed = newcomers[0]?.feed ?? 0
  if (feed === 0) return { boilerplate: new Set(), ignoreGuids: areIgnored }
  const known = recent.ofFeed(feed, HABIT_SAMPLE)
  const keys = new Set(known.map(({ key }) => key))
  const family = [...newcomers.filter((one) => !keys.has(one.key)), ...known]
  return {
    boilerplate: boilerplateOf(family.map(wholeBody).filter((body) => body !== null)),
    ignoreGuids: areIgnored || reusesGuids([...newcomers, ...known]),
  }
}

/** Adds a decided newcomer to the recent articles as the decision says. Returns its print under the key it is kept by. */
export function admit(print: Print, decision: Decision, recent: Recent): Print {
  for (const key of decision.replaces) recent.remove(key)
  if (decision.keeps === 'existing') return print
  const existing = decision.keeps === 'newcomer' && decision.of !== null ? recent.get(decision.of) : null
  const isNews = recent.rules.policy.onAlike === 'newest'
  const current = existing === null ? print : revisedPrint(print, existing, isNews)
  recent.add(current)
  return current
}

/**
 * The print of a version that replaces another: the key stays, and the earlier date. Under `newest-wins` the date is that of
 * the new version, because the next version is compared with it.
 */
function revisedPrint(print: Print, { key, published, seen }: Print, isNews: boolean): Print {
  if (isNews) return { ...print, key, seen }
  const first =
    published === null || print.published === null
      ? (print.published ?? published)
      : Math.min(published, print.published)
  return { ...print, key, published: first, seen }
}

/** Decides one newcomer by the layers in their fixed order. Pure: the recent articles are not changed. */
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
  const existing = found.length > 0 || knownAs === null ? null : recent.get(knownAs)
  return existing === null ? found : [sameGuid(existing)]
}

function decideIdentity(newcomer: Print, matches: readonly Match[], recent: Recent, rule: IdentityRule): Decision {
  const existing = recent.get(matches[0]!.with)!
  const [disposition, keeps] = rule === 'skip' ? SKIPPED : versionOutcome(newcomer, existing, matches[0]!, recent)
  return { disposition, keeps, of: existing.key, replaces: [], ...kept(matches) }
}

const SKIPPED = ['exact_duplicate', 'existing'] as const

function versionOutcome(
  newcomer: Print,
  existing: Print,
  { layer }: Match,
  recent: Recent,
): readonly [Disposition, Keeps] {
  const isOwn = newcomer.feed === existing.feed || recent.rules.policy.guidScope === 'all'
  const changed = newcomer.contentHash !== existing.contentHash
  if (layer === 'guid' && isOwn) return changed ? ['revision', 'newcomer'] : SKIPPED
  const kind = compareVersions(versionOf(newcomer, recent), versionOf(existing, recent), false)
  if (kind === 'outdoes') return [newcomer.wordCount > existing.wordCount ? 'revision' : 'exact_duplicate', 'newcomer']
  return kind === 'rehomes' ? ['exact_duplicate', 'newcomer'] : SKIPPED
}

function versionOf({ feed, contentHash, wordCount }: Print, { positionOf }: Recent): Version {
  return { feed, position: positionOf(feed), contentHash, wordCount }
}

function decideBySkipping(newcomer: Print, recent: Recent): Decision {
  const titles = recent.titleMatches(newcomer)
  const best = titles.find(counts)
  if (best === undefined) return unique(titles)
  return { disposition: 'near_duplicate', keeps: 'existing', of: best.with, replaces: [], ...kept(titles) }
}

/** The calibrated policy keeps every article: certain copies are near duplicates, other matches are of the same event. */
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

/** The decision matrix of the layered policy: content; title on another domain; title against content on the same domain; entities. */
function decideLayered(newcomer: Print, recent: Recent): Decision {
  const titles = recent.titleMatches(newcomer)
  const candidates = titles.map((title) => {
    const existing = recent.get(title.with)!
    return { title, existing, content: contentMatch(newcomer, existing, recent.rules) }
  })
  const contents = candidates.flatMap(({ content }) => content ?? [])
  const second = candidates.slice(0, BEST).map(({ existing }) => secondSignal(newcomer, existing))
  const matches = [...titles, ...second, ...contents]
  if (contents.length > 0) return joined('near_duplicate', contents[0]!, matches)
  const elsewhere = candidates.find(({ existing }) => !isOneDomain(newcomer, existing))
  if (elsewhere !== undefined) return joined('near_duplicate', elsewhere.title, matches)
  const rewritten = candidates.find(({ existing }) => newcomer.body !== null && existing.body !== null)
  if (rewritten !== undefined) return joined('revision', rewritten.title, matches)
  const events = recent.eventMatches(newcomer)
  return events.length > 0 ? joined('same_event', events[0]!, [...matches, ...events]) : unique(matches)
}

/** Guid, then address, then title: each step keeps the article published later; ties go to the earlier source. */
function decideByNewest(newcomer: Print, recent: Recent, guids: readonly Match[]): Decision {
  const matches = [...guids, ...recent.urlMatches(newcomer), ...recent.titleMatches(newcomer)]
  const beaten = new Set<string>()
  for (const match of matches) {
    const existing = recent.get(match.with)!
    if (beaten.has(existing.key)) continue
    if (isNewer(newcomer, existing, recent)) beaten.add(existing.key)
    else
      return {
        disposition: dispositionOf(match),
        keeps: 'existing',
        of: existing.key,
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

function isNewer(newcomer: Print, existing: Print, { positionOf }: Recent): boolean {
  const later = (newcomer.published ?? 0) - (existing.published ?? 0)
  const earlierSource = positionOf(existing.feed) - positionOf(newcomer.feed)
  return later > 0 || (later === 0 && earlierSource > 0)
}

const counts = (match: Match): boolean => match.veto === null

function joined(disposition: Disposition, match: Match, matches: readonly Match[]): Decision {
  return { disposition, keeps: 'both', of: match.with, replaces: [], ...kept(matches) }
}

function unique(matches: readonly Match[]): Decision {
  return { disposition: 'unique', keeps: 'both', of: null, replaces: [], ...kept(matches) }
}

/** The best few matches of each layer and measure, and the best few that were vetoed. */
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
