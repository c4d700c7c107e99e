/** A headline with its source as a Markdown link; characters that Markdown would take for marks are escaped. */
export function markdownLink({
  title,
  url,
  sourceName,
}: {
  readonly title: string
  readonly url: string | null
  readonly sourceName: string
}): string {
  const escaped = title.replaceAll(/[\\[\]*_`<>]/g, (mark) => `\\${mark}`)
  const linked = url === null ? escaped : `[${escaped}](<${url.replaceAll('>', '%3E').replaceAll('<', '%3C')}>)`
  return `${linked} (${sourceName})`
}
