/**
 * True when `URL` can parse it. Not `URL.canParse`: in Node 20 its optimised version gives wrong results for letters
 * such as ü.
 */
export function isUrl(address: string, base?: string): boolean {
  try {
    new URL(address, base)
    return true
  } catch {
    return false
  }
}
