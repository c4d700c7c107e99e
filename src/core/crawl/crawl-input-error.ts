import { UserError } from '../domain/user-error.ts'

/** A crawl result or profile that cannot be read; the message names the field. */
export class CrawlInputError extends UserError {
  readonly field: string

  constructor(field: string, trouble: string) {
    super(`${field} ${trouble}`)
    this.name = 'CrawlInputError'
    this.field = field
  }
}

/** A value as shown in an error: shortened. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
