const known = new Map<string, boolean>()
/** Names come from people too: what is remembered stays small. */
const MOST_KNOWN = 1_000

/** Whether this machine knows a time zone of that name. */
export function isTimeZone(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const is = hasFormat(name)
  if (known.size < MOST_KNOWN) known.set(name, is)
  return is
}

function hasFormat(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
