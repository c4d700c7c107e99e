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

/** The authors of the entry, else those the feed names: by name, else by the first part of their addresses. */
export function articleAuthor(authors: readonly Person[], bylines: readonly Person[]): string | null {
  return bylineOf(authors) ?? bylineOf(bylines)
}

const bylineOf = (people: readonly Person[]): string | null =>
  joined(people.map(({ name }) => name)) ?? joined(people.map(({ email }) => email))

function joined(written: readonly (string | null)[]): string | null {
  const found: string[] = []
  for (const text of written) {
    const one = text === null ? null : authorName(text)
    if (one !== null && !found.some((other) => other.toLowerCase() === one.toLowerCase())) found.push(one)
  }
  return found.length === 0 ? null : found.slice(0, 10).join(', ')
}
