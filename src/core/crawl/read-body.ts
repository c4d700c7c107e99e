import { isCount, type PageLine } from './page-line.ts'

/** The text below a date line, and the number of comments. */
export interface Body {
  readonly text: string | null
  readonly commentCount: number | null
}

/** The count is a number alone on the line below the date or at the very end; elsewhere a number is text. */
export function readBody(before: readonly PageLine[], after: readonly PageLine[]): Body {
  const last = after.length - 1
  const count = after.length > 0 ? [0, last].find((at) => isCount(after[at]!)) : undefined
  const text = [...before, ...after.filter((line, at) => at !== count && !line.label)]
    .map((line) => line.text)
    .join(' ')
  return {
    text: text === '' ? null : text,
    commentCount: count === undefined ? null : Number(after[count]!.text.replaceAll(',', '')),
  }
}
