/**
 * Whether `URL` could read it. Not `URL.canParse`: in Node 20 that gives wrong answers for letters such as ü once the
 * code around it has run often enough to be compiled.
 */
export function isUrl(address: string, base?: string): boolean {
  try {
    new URL(address, base)
    return true
  } catch {
    return false
  }
}
