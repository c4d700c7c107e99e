import type { BodyPolicy } from '../../similar/policies.ts'
import { uintAt } from '../containers/bytes.ts'
import { softIdfFinding, type TitledArticle } from '../layer3-title.ts'
import { bodyLocation, locateBody } from '../print/read-in-place.ts'
import { mayReach } from '../recent/candidate-index.ts'
import type { Rules } from '../rules.ts'

/** What the filter needs of an article; the title may be decoded on first use. */
export interface FilteredArticle extends TitledArticle {
  /** The bytes of its print. */
  readonly bytes: Uint8Array
}

/** What the filter says of two articles: copies by their bodies, to be told by their whole prints, or no copies by any layer. */
type Filtered = 'copies' | 'unclear' | 'none'

/**
 * An exact filter before `isCopy`. Bodies are compared where they lie and titles without the rest of their prints, so that the prints of nearly
 * all pairs need not be decoded. `mayBeOneTitle` gives false where the titles cannot be the same, true where they share enough to be compared, null where it takes the
 * titles to tell.
 */
export function filterCopies(
  a: FilteredArticle,
  b: FilteredArticle,
  rules: Rules,
  mayBeOneTitle: () => boolean | null = () => null,
): Filtered {
  const { content, title } = rules.policy
  if (content?.measure === 'fingerprints') return 'unclear'
  if (content !== null && areBodiesAlike(a.bytes, b.bytes, content.thresholds)) return 'copies'
  if (title === null) return 'none'
  if (title.measure !== 'soft-idf') return 'unclear'
  const isEnough = mayBeOneTitle()
  if (isEnough === false) return 'none'
  const found = softIdfFinding(a, b, title, rules, isEnough === true ? () => true : undefined)
  return found?.relation === 'same' ? 'unclear' : 'none'
}

const own = bodyLocation()
const other = bodyLocation()

/** Whether the Jaccard similarity of two bodies' shingles reaches the threshold; the merge stops as soon as it cannot. */
function areBodiesAlike(a: Uint8Array, b: Uint8Array, { leastWords, same }: BodyPolicy): boolean {
  locateBody(a, own)
  locateBody(b, other)
  if (own.length === 0 || other.length === 0 || Math.min(own.length, other.length) < leastWords) return false
  const all = own.size + other.size
  if (all === 0) return same <= 0
  if (!mayReach(own.size, other.size, same)) return false
  const [ownEnd, otherEnd] = [own.shingles + 4 * own.size, other.shingles + 4 * other.size]
  // Each member that only one of the two has leaves less that both can share.
  const unshared = all - (2 * same * all) / (1 + same) + 1
  let shared = 0
  let missed = 0
  for (let i = own.shingles, j = other.shingles; i < ownEnd && j < otherEnd; ) {
    const x = uintAt(a, i)
    const y = uintAt(b, j)
    if (x === y) shared++
    else if (++missed > unshared) return false
    if (x <= y) i += 4
    if (y <= x) j += 4
  }
  return shared / (all - shared) >= same
}
