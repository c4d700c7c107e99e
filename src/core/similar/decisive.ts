import { isPlace } from '../text/entities/places.ts'

/** Words of which one headline has the left and the other the right: two pieces of news, however alike the rest is. Compiled by hand. */
const OPPOSITES = `
rise rises rose up higher gain gains climb climbs jump jumps surge surges|fall falls fell down lower drop drops decline declines slip slips slide slides
open opens opened|close closes closed shut shuts
win wins won|lose loses lost
arrest arrests arrested detain detains detained jailed held|release releases released free frees freed
convict convicted guilty|acquit acquitted cleared innocent
accept accepts accepted approve approves approved agree agrees agreed|reject rejects rejected deny denies refuse refuses oppose opposes block blocks
lift lifts lifted ease eases eased|impose imposes imposed continue continues extend extends tighten tightens
start starts begin begins launch launches resume resumes|end ends stop stops halt halts suspend suspends cancel cancels
buy buys|sell sells
enter enters join joins|leave leaves quit quits exit exits
hire hires appoint appoints|fire fires sack sacks dismiss dismisses
strengthen strengthens|weaken weakens
improve improves|worsen worsens
praise praises welcome welcomes|condemn condemns criticise criticises criticize criticizes slam slams
survive survives alive|die dies dead killed
admitted hospitalised hospitalized|discharged released
north northern|south southern
east eastern|west western
`

/** On which sides a word stands; the opposite of a side is the one that differs in the last bit. */
const SIDES: ReadonlyMap<string, readonly number[]> = sidesOf(OPPOSITES.trim().split(/[\n|]/))

function sidesOf(sides: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  sides.forEach((words, side) => {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), side])
  })
  return found
}

const DAYS: ReadonlySet<string> = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
)

/** Headlines that call a report untrue. */
const DENIAL =
  /辟谣|辟謠|闢謠|谣言|謠言|谣传|謠傳|澄清|否认|否認|不实|不實|假新闻|假新聞|假消息|误传|誤傳|デマ|否定し|事実無根|\b(?:hoax|debunked|fact[- ]check|false claims?)\b|опровер|фейк/u

/** True when a folded title says that something reported is not so. */
export function isDenial(title: string): boolean {
  return DENIAL.test(title)
}

const NEGATION =
  /\b(?:not|no|never|without|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't)\b|(?<![\p{L}])не(?![\p{L}])|\b(?:nicht|kein\w*|sin|sans|ne)\b/u

/** True when a folded title negates: alike but for a "not", two headlines are not one. */
export function isNegated(title: string): boolean {
  return NEGATION.test(title)
}

/** The words of two titles, and which of them found no partner on the other side. */
export type Leftovers = {
  readonly a: ReadonlySet<string>
  readonly b: ReadonlySet<string>
  readonly onlyA: readonly string[]
  readonly onlyB: readonly string[]
}

/** True when one word decides: opposites, another place on each side, another day on each side. */
export function wordsDecide({ a, b, onlyA, onlyB }: Leftovers): boolean {
  if (onlyA.some(isPlace) && onlyB.some(isPlace)) return true
  if (onlyA.some((word) => DAYS.has(word)) && onlyB.some((word) => DAYS.has(word))) return true
  return oppose(a, b)
}

/** One side has a word alone, and the other alone its opposite. Few words have one, so each is looked up once. */
function oppose(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const ofA = sidesAlone(a, b)
  if (ofA.length === 0) return false
  return sidesAlone(b, a).some((side) => ofA.includes(side ^ 1))
}

function sidesAlone(own: ReadonlySet<string>, other: ReadonlySet<string>): readonly number[] {
  const sides: number[] = []
  for (const word of own) {
    const found = SIDES.get(word)
    if (found !== undefined && !other.has(word)) sides.push(...found)
  }
  return sides
}
