import { UserError } from '../domain/user-error.ts'

/** A crawl result or profile that cannot be read; the one line names the field. */
export class CrawlInputError extends UserError {
  readonly field: string

  constructor(field: string, trouble: string) {
    super(`${field} ${trouble}`)
    this.name = 'CrawlInputError'
    this.field = field
  }
}

/** A value as an error line shows it: short, and never a whole document. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
