/** True when both sets have members, and none in common. */
export function areDisjoint(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false
  for (const member of a) if (b.has(member)) return false
  return true
}
