import { parseHttpDate } from './http-date.ts'

/**
 * How long `Retry-After` asks us to stay away, in either form. A date is measured against the server's own clock where
 * it gives one: the two were written by the same hand. Null when it asks for nothing.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const text = headers['retry-after']?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) return positive(Number(text) * 1000)
  const at = parseHttpDate(text)
  return at === null ? null : positive(at - (parseHttpDate(headers.date ?? '') ?? now))
}

const positive = (ms: number) => (ms > 0 ? ms : null)
