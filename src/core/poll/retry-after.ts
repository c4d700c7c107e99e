import { parseHttpDate } from './http-date.ts'

/**
 * The wait that `Retry-After` asks for, in either form; null without one. A date is compared with the server's own
 * `Date` header where there is one, since both come from the same clock.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | null {
  const text = headers['retry-after']?.trim()
  if (!text) return null
  if (/^\d+(\.\d+)?$/.test(text)) return positive(Number(text) * 1000)
  const at = parseHttpDate(text)
  return at === null ? null : positive(at - (parseHttpDate(headers.date ?? '') ?? now))
}

const positive = (ms: number) => (ms > 0 ? ms : null)
