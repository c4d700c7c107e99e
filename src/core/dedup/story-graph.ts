import type { Print } from '../domain/print.ts'
import { STORY_POLICY, type StoryPolicy } from '../similar/policies.ts'
import { nearness } from '../similar/story-mass.ts'
import { withRoom } from './columns.ts'
import { createCompany } from './company.ts'
import { keyIn, originIn, type PrintOrigin } from './encode-print.ts'
import { backgroundIdf } from './epoch.ts'
import { bytesOf } from './open-print.ts'
import { emptyLabel, readLabel } from './print-label.ts'
import { createPrintPile, type PrintPile } from './print-pile.ts'
import type { Rules } from './rules.ts'
import { LINK_KINDS, type LinkKind, leastWeight, linkOf, type StoryNewcomer, storyNewcomer } from './story-likeness.ts'
import { NO_WINDOW } from './story-window.ts'

/** The articles stories are cut from, and how alike they are. Links are found when an article comes, and only its own. */
export interface StoryGraph {
  readonly rules: Rules
  readonly add: (print: Print) => void
  /** The same for a stored print, which is opened no more than it must. */
  readonly addBytes: (bytes: Uint8Array) => void
  /** The same for one that lies on the graph's pile. */
  readonly addAt: (place: number) => void
  /** Takes in one on the pile whose story is settled. It is linked to others who stood there when somebody asks for its links. */
  readonly standAt: (place: number) => void
  readonly isTouched: (key: string) => boolean
  /** Asks for an article to be settled again. */
  readonly touch: (key: string) => void
  readonly remove: (key: string) => void
  readonly keys: () => IterableIterator<string>
  readonly size: () => number
  /** Articles stand at places, and links lead from place to place; null for one that is not there. */
  readonly placeOf: (key: string) => number | null
  readonly keyAt: (place: number) => string
  readonly massAt: (place: number) => number
  readonly publishedAt: (place: number) => number | null
  readonly originAt: (place: number) => PrintOrigin
  readonly eachLink: (place: number, visit: VisitLink) => void
  /** Keys whose surroundings changed since they were last taken. */
  readonly takeTouched: () => ReadonlySet<string>
}

export type VisitLink = (other: number, weight: number, kind: LinkKind) => void

/** A thousand copies of one text need not each be tied to all others: so many ties hold any story together. */
export const MOST_COMPANY = 300

/** Someone alike enough to be asked what the two are to one another. */
interface Candidate {
  readonly place: number
  readonly weight: number
}

/** An empty graph for one epoch; its articles lie on a pile, which may hold prints already. */
export function createStoryGraph(
  rules: Rules,
  pile: PrintPile = createPrintPile(),
  policy: StoryPolicy = STORY_POLICY,
): StoryGraph {
  const places = new Map<string, number>()
  const keys: string[] = []
  // What most are asked, and nothing else: nobody is alike enough to one who asks for infinitely much, who is gone.
  let masses = new Float64Array(64)
  let leastMass = Number.POSITIVE_INFINITY
  let published = new Float64Array(64)
  // Places whose links are found; of those who only stand there the links to newcomers are known alone.
  let isLinked = new Uint8Array(64)
  const rows = createRows()
  const company = createCompany({
    least: policy.leastHeavy,
    pile,
    idfOf: (id, language) =>
      (rules.epoch.window ?? NO_WINDOW).idfOf(id, language, backgroundIdf(rules.epoch, language)),
  })
  let touched = new Set<string>()
  const label = emptyLabel()

  /** Who is alike enough, those most alike where there are too many; the key settles ties. */
  const candidatesFor = (
    newcomer: StoryNewcomer,
    at: number | null,
    isAsked: (place: number) => boolean,
  ): Candidate[] => {
    const found: Candidate[] = []
    const least = (place: number): number => leastWeight(newcomer.mass, masses[place]!, policy)
    const near = (place: number): number => nearness(at, noneIfUnknown(published[place]!), policy)
    company.each(
      newcomer,
      { at: (place) => least(place) / near(place), least: leastWeight(newcomer.mass, leastMass, policy) },
      (place, cosine) => {
        const weight = cosine * near(place)
        if (weight >= least(place) && isAsked(place)) found.push({ place, weight })
      },
    )
    if (found.length <= MOST_COMPANY) return found
    found.sort((a, b) => b.weight - a.weight || (keys[a.place]! < keys[b.place]! ? -1 : 1)).length = MOST_COMPANY
    return found
  }

  const remove = (key: string): void => {
    const place = places.get(key)
    if (place === undefined) return
    eachLink(place, (other) => {
      rows.unlink(other, place)
      touched.add(keys[other]!)
    })
    rows.clear(place)
    masses[place] = Number.POSITIVE_INFINITY
    places.delete(key)
    touched.delete(key)
  }
  const link = (place: number, others: readonly Candidate[]): void => {
    for (const { place: other, weight } of others) {
      const found = linkOf(weight, pile.printAt(place), pile.printAt(other), rules, policy)
      if (found === null) continue
      rows.link(place, other, found.weight, found.kind)
      rows.link(other, place, found.weight, found.kind)
    }
  }
  const newcomerAt = (place: number): StoryNewcomer => storyNewcomer(pile.articleAt(place), rules.epoch, policy)
  const take = (place: number, newcomer: StoryNewcomer): void => {
    readLabel(pile.bytesAt(place), label)
    keys[place] = keyIn(pile.bytesAt(place))
    masses = withRoom(masses, place + 1)
    masses[place] = newcomer.mass
    leastMass = Math.min(leastMass, newcomer.mass)
    published = withRoom(published, place + 1)
    published[place] = label.published ?? Number.NaN
    isLinked = withRoom(isLinked, place + 1)
    places.set(keys[place]!, place)
    company.add(place, newcomer)
  }
  const addAt = (place: number): void => {
    const bytes = pile.bytesAt(place)
    remove(keyIn(bytes))
    const newcomer = newcomerAt(place)
    readLabel(bytes, label)
    link(
      place,
      candidatesFor(newcomer, label.published, () => true),
    )
    take(place, newcomer)
    isLinked[place] = 1
    touched.add(keys[place]!)
  }
  const eachLink = (place: number, visit: VisitLink): void => {
    if (isLinked[place] === 0) {
      isLinked[place] = 1
      // With those who are linked already the two have met.
      const isAsked = (other: number): boolean => isLinked[other] === 0
      link(place, candidatesFor(newcomerAt(place), noneIfUnknown(published[place]!), isAsked))
    }
    rows.each(place, visit)
  }
  return {
    rules,
    remove,
    add: (print) => addAt(pile.add(bytesOf(print))),
    addBytes: (bytes) => addAt(pile.add(bytes)),
    addAt,
    standAt: (place) => take(place, newcomerAt(place)),
    isTouched: (key) => touched.has(key),
    touch: (key) => {
      if (places.has(key)) touched.add(key)
    },
    keys: () => places.keys(),
    size: () => places.size,
    placeOf: (key) => places.get(key) ?? null,
    keyAt: (place) => keys[place]!,
    massAt: (place) => masses[place]!,
    publishedAt: (place) => noneIfUnknown(published[place]!),
    originAt: (place) => originIn(pile.bytesAt(place)),
    eachLink,
    takeTouched: () => {
      const taken = touched
      touched = new Set()
      return taken
    },
  }
}

/** NaN stands for no date in a column. */
function noneIfUnknown(instant: number): number | null {
  return Number.isNaN(instant) ? null : instant
}

/** Links by place: the other's place and the kind in one number, then the weight; a thousand copies have a lot of them. */
function createRows() {
  const rows: (number[] | undefined)[] = []
  return {
    link: (from: number, to: number, weight: number, kind: LinkKind): void => {
      const code = to * LINK_KINDS.length + LINK_KINDS.indexOf(kind)
      const row = rows[from]
      if (row === undefined) rows[from] = [code, weight]
      else row.push(code, weight)
    },
    unlink: (from: number, to: number): void => {
      const row = rows[from]!
      for (let at = 0; at < row.length; at += 2) {
        if (Math.floor(row[at]! / LINK_KINDS.length) === to) row.splice(at, 2)
      }
    },
    clear: (place: number): void => {
      rows[place] = undefined
    },
    each: (place: number, visit: VisitLink): void => {
      const row = rows[place]
      if (row === undefined) return
      for (let at = 0; at < row.length; at += 2) {
        const code = row[at]!
        visit(Math.floor(code / LINK_KINDS.length), row[at + 1]!, LINK_KINDS[code % LINK_KINDS.length]!)
      }
    },
  }
}
