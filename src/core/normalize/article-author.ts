import type { Person } from '../domain/entry.ts'

/** Longer text is not a name, and the patterns below would be slow on it. */
const longestName = 300

/** The name alone from "jane@a.example (Jane Doe)", "Jane Doe <jane@a.example>" or a bare address. */
export function authorName(written: string): string | null {
  const text = written.slice(0, longestName).replace(/\s+/g, ' ').trim()
  const behind = /^\S+@\S+ ?\(([^()]+)\)$/.exec(text)?.[1]
  const name = behind ?? text.replace(/ ?[<(](?:mailto:)?[^<>()\s]+@[^<>()\s]+[>)]$/, '')
  const bare = name
    .replace(/^(?:by|von|par|por|di|文)[:：]? (?=\S)/i, '')
    .replace(/^["']+|["']+$/g, '')
    .trim()
  if (bare === '') return null
  return /^[^\s@]+@[^\s@]+$/.test(bare) ? bare.slice(0, bare.indexOf('@')) : bare
}

/** All authors of the entry, else those of the feed. */
export function articleAuthor(authors: readonly Person[], feedAuthors: readonly Person[]): string | null {
  return names(authors) ?? names(feedAuthors)
}

function names(people: readonly Person[]): string | null {
  const found: string[] = []
  for (const { name, email } of people) {
    const one = (name === null ? null : authorName(name)) ?? (email === null ? null : authorName(email))
    if (one !== null && !found.some((other) => other.toLowerCase() === one.toLowerCase())) found.push(one)
  }
  return found.length === 0 ? null : found.slice(0, 10).join(', ')
}
