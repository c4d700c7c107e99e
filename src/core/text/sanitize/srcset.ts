/** One candidate of a `srcset` with its condition (`2x`, `640w`). */
interface Candidate {
  readonly url: string
  readonly descriptor: string
}

/** No picture has more sizes. */
const mostCandidates = 50

const blank = (character: string | undefined): boolean => character !== undefined && ' \t\n\f\r'.includes(character)

/**
 * Splits as in WHATWG HTML 4.8.4.2.2: an address may contain commas, so only a comma after a blank or at its end
 * separates.
 */
function candidates(srcset: string): Candidate[] {
  const found: Candidate[] = []
  let at = 0
  while (at < srcset.length && found.length < mostCandidates) {
    while (at < srcset.length && (blank(srcset[at]) || srcset[at] === ',')) at++
    const start = at
    while (at < srcset.length && !blank(srcset[at])) at++
    const word = srcset.slice(start, at)
    const url = withoutCommas(word)
    if (url.length < word.length) {
      found.push({ url, descriptor: '' })
      continue
    }
    const end = srcset.indexOf(',', at)
    const stop = end < 0 ? srcset.length : end
    if (url !== '') found.push({ url, descriptor: srcset.slice(at, stop).trim() })
    at = stop
  }
  return found
}

function withoutCommas(word: string): string {
  let end = word.length
  while (end > 0 && word[end - 1] === ',') end--
  return word.slice(0, end)
}

/** The candidates whose address `resolve` accepts, written anew; null when none is left. */
export function safeSrcset(srcset: string, resolve: (url: string) => string | null): string | null {
  const safe: string[] = []
  for (const { url, descriptor } of candidates(srcset)) {
    const absolute = resolve(url)
    if (absolute === null || !/^(?:\d+(?:\.\d+)?[wx])?$/.test(descriptor)) continue
    // A comma at either end of an address would end the candidate.
    const address = absolute.replace(/,/g, '%2C')
    safe.push(descriptor === '' ? address : `${address} ${descriptor}`)
  }
  return safe.length === 0 ? null : safe.join(', ')
}
