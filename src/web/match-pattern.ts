/** The parts of a path that a pattern names with `:`, decoded; null where the path is not of that pattern. */
export function matchPattern(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.length !== parts.length) return null
  const named: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const given = parts[at]!
    if (!part.startsWith(':')) {
      if (part !== given) return null
    } else {
      const value = decoded(given)
      if (value === '') return null
      named[part.slice(1)] = value
    }
  }
  return named
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
