import { hasLetter } from './fold.ts'

/** A removed line directly above that shows the kind of the story. */
export type Mark = 'video' | 'sponsored' | 'exclusive'

/** One line of a page and its properties. */
export interface PageLine {
  readonly text: string
  /** The folded text, for comparison with labels and markers. */
  readonly key: string
  readonly date: boolean
  readonly label: boolean
  /** 1 to 6 for a heading, else 0. */
  readonly level: number
  /** False when the heading agrees only without blanks. */
  readonly exact: boolean
  readonly marks: readonly Mark[]
  /** True for a line with another possible meaning. */
  readonly doubtful: boolean
}

const whole = /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/

/** The line with further marks. */
export const withMarks = (line: PageLine, marks: readonly Mark[]): PageLine =>
  marks.length === 0 ? line : { ...line, marks: [...new Set([...line.marks, ...marks])] }

/** A number alone on its line, such as a count of comments. */
export const isCount = (line: PageLine): boolean => whole.test(line.text)

/** True for a line that can be a headline: not a label, date or bare number, and with a letter. */
export const canBeHeadline = (line: PageLine): boolean => !line.date && !line.label && hasLetter(line.text)

/** True for a headline by its level: the second, or the first on an article's page. */
export const isHeadlineHeading = (line: PageLine): boolean => line.level === 2 && canBeHeadline(line)
