/** How often an address may have been encoded: a proxy may decode it once more than we do. */
const MOST_DECODINGS = 4

/**
 * An address of this server to go on to after a login; null for anything that a browser or a proxy could take for another site's.
 * Browsers read `/\x` and `//x` as the name of a host, and drop tabs and line ends before they look.
 */
export function localPath(raw: string | null | undefined): string | null {
  if (raw == null || raw.length > 2_000) return null
  let text = raw
  for (let i = 0; i < MOST_DECODINGS; i++) {
    if (!isLocal(text)) return null
    const decoded = decodedOnce(text)
    if (decoded === null) return null
    if (decoded === text) return raw
    text = decoded
  }
  return null
}

function isLocal(text: string): boolean {
  const [path = ''] = text.split(/[?#]/, 1)
  return /^\/(?!\/)/.test(path) && !path.includes('//') && !/[\\\u0000-\u001f\u007f-\u009f]/.test(text)
}

function decodedOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
