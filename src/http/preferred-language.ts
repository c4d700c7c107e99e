/**
 * The language of those that are there which a visitor likes best, by the `Accept-Language` header (RFC 9110, 12.5.4); null when they
 * named none of them.
 */
export function preferredLanguage(header: string | null, known: readonly string[]): string | null {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
    const weight = parameters.find((one) => one.startsWith('q='))
    return { language: tag.split('-')[0]!.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  const best = wanted
    .filter(({ language, weight }) => known.includes(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]
  return best?.language ?? null
}
