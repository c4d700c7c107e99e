/**
 * Memoizes what the scheme and the host of an address decide: a window has a hundred thousand addresses, and a few hundred hosts. The
 * key is the address up to its path, so that one host may have several keys, and no key several hosts.
 */
export function memoizeByOrigin<T>(compute: (url: string) => T): (url: string) => T {
  const known = new Map<string, T>()
  return (url) => {
    if (!url.startsWith('https://') && !url.startsWith('http://')) return compute(url)
    const path = url.indexOf('/', SHORTEST)
    const origin = path < 0 ? url : url.slice(0, path)
    let value = known.get(origin)
    if (value === undefined) {
      value = compute(url)
      known.set(origin, value)
    }
    return value
  }
}

/** A scheme and one character of a host. */
const SHORTEST = 'http://a'.length
