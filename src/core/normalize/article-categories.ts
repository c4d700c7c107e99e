import type { Category } from '../domain/entry.ts'
import { joinedCategory } from '../text/category-synonyms.ts'
import { decodeReferences } from '../text/decode-references.ts'

const mostCategories = 30
const longestCategory = 80
const longestWritten = 500

/** All categories and subjects in lower case, synonyms merged, each once, in the publisher's order. */
export function articleCategories(categories: readonly Category[]): readonly string[] {
  const found = new Set<string>()
  for (const { term, label } of categories) {
    if ((label ?? term).length > longestWritten) continue
    const name = foldCategory(label ?? term)
    if (name !== '' && name.length <= longestCategory) found.add(joinedCategory(name))
    if (found.size === mostCategories) break
  }
  return [...found]
}

/** A category written as an address (`…/tag/economy`) becomes its last path segment. */
function foldCategory(written: string): string {
  const decoded = decodeReferences(written)
  const named = /^https?:\/\//i.test(decoded) ? (/([^/#?]+)\/?(?:[?#].*)?$/.exec(decoded)?.[1] ?? '') : decoded
  return named
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^#+|[\s,;]+$/g, '')
    .trim()
}
