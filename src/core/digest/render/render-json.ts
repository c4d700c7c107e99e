import type { Digest } from '../../domain/digest.ts'
import { safeUrl } from './safe-url.ts'

/** Fields with an instant, written as ISO 8601 in UTC. */
const instants: ReadonlySet<string> = new Set(['at', 'from', 'to', 'published', 'since'])

/**
 * The digest as JSON: the same names, instants as ISO 8601; described by schemas/digest.schema.json. An unsafe address
 * is null, and no text can end a `script` element it is put into.
 */
export function renderJson(digest: Digest): string {
  const text = JSON.stringify(
    digest,
    (name, value) => {
      if (typeof value === 'number' && instants.has(name)) return new Date(value).toISOString()
      return name === 'url' && typeof value === 'string' ? safeUrl(value) : value
    },
    2,
  )
  return `${text.replace(/[<\u2028\u2029]/g, escaped)}\n`
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
