/**
 * Hosts and paths that serve invisible pictures. Source: ads and counters seen in feeds; each is its operator's own
 * name.
 */
const counters =
  /^https?:\/\/(?:[^/]*\.)?(?:feeds\.feedburner\.com\/~r\/|feedburner\.google\.com\/~|pixel\.wp\.com|stats\.wordpress\.com|feeds\.wordpress\.com\/1\.0\/|pixel\.quantserve\.com|(?:[bs]b?\.)?scorecardresearch\.com|google-analytics\.com|www\.google-analytics\.com|doubleclick\.net|facebook\.com\/tr[/?]|feedsportal\.com\/[^?]*mf\.gif|da\.feedsportal\.com|pixel\.[^/]+\/|track(?:ing)?\.[^/]+\/(?:open|pixel)|rss\.nixon\.com|ct\.pinterest\.com|counter\.[^/]+\/|counters?\.gigya\.com|analytics\.[^/]+\/(?:pixel|collect)|piwik\.[^/]+\/|matomo\.[^/]+\/|blogger\.googleusercontent\.com\/tracker\/)/i

const hidden =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$|!))/i

/** True for a picture that counts readers: one pixel or less, hidden, or from a known counter. */
export function isTrackingPixel(
  url: string,
  width: string | null,
  height: string | null,
  style: string | null,
): boolean {
  if (isTiny(width) || isTiny(height)) return true
  if (style !== null && hidden.test(style)) return true
  return counters.test(url.slice(0, 300))
}

const isTiny = (length: string | null): boolean => length !== null && /^\s*[01](?:\.0*)?\s*(?:px)?\s*$/.test(length)
