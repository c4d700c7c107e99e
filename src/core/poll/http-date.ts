const named = /^[A-Z][a-z]+, \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]0000)$/
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d{2}:\d{2}:\d{2} \d{4}$/

/** Parses the three date formats of HTTP (RFC 9110, 5.6.7), all in GMT; null for anything else. */
export function parseHttpDate(text: string): number | null {
  const trimmed = text.trim()
  const dated = named.test(trimmed) ? trimmed : asctime.test(trimmed) ? `${trimmed} GMT` : null
  const at = dated === null ? Number.NaN : Date.parse(dated)
  return Number.isNaN(at) ? null : at
}
