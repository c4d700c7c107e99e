/**
 * A pseudo-random number from 0 up to 1: the same feed and poll give the same one, so that a schedule is reproducible,
 * and feeds added together drift apart. FNV-1a with the final mix of MurmurHash3.
 */
export function jitterOf(feed: string, polls: number): number {
  let hash = 0x811c9dc5
  for (const char of `${feed}#${polls}`) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
