import type { Text } from '../domain/entry.ts'
import { decodeReferences } from '../text/decode-references.ts'
import { excerpt } from '../text/excerpt.ts'
import { mendMojibake } from '../text/mend-mojibake.ts'
import { toPlainText } from '../text/sanitize-html.ts'

/** Longer text is not a headline; the first line of a body may be the whole body. */
const longestTitle = 300

const inlineTag =
  /<\/?(?:a|abbr|b|big|br|cite|code|em|font|i|mark|p|q|s|small|span|strong|sub|sup|u)(?:\s[^<>]*)?\/?>/gi

/** A headline as plain text: no tags, references decoded, doubly escaped ones too, mojibake repaired. Null when nothing is left. */
export function plainTitle(title: Text): string | null {
  const once = title.type === 'html' ? toPlainText(title.value) : title.value
  const twice = decodeReferences(once)
  const bare = title.type === 'html' && twice !== once ? twice.replace(inlineTag, '') : twice
  // Before control characters are removed: they are parts of wrongly decoded letters.
  const line = mendMojibake(bare)
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
  return line === '' ? null : line.length > longestTitle ? excerpt(line, longestTitle) : line
}

/** The entry's title, else the first line of its text. */
export function articleTitle(title: Text | null, text: string | null): string | null {
  const written = title === null ? null : plainTitle(title)
  if (written !== null) return written
  const line = text?.split('\n', 1)[0]?.trim() ?? ''
  return line === '' ? null : excerpt(line, longestTitle)
}
