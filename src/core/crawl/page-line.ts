import { hasLetter } from './fold.ts'

/** What stood right above a line and was taken away: it tells what kind of story follows. */
export type Mark = 'video' | 'sponsored' | 'exclusive'

/** One line of a page, and what is known about it before anything is cut. */
export interface PageLine {
  readonly text: string
  /** The text folded, for comparison with labels and markers. */
  readonly key: string
  readonly date: boolean
  readonly label: boolean
  /** 1 to 6 for the text of a heading, else 0. */
  readonly level: number
  /** False when the heading agrees only once blanks are removed. */
  readonly exact: boolean
  readonly marks: readonly Mark[]
  /** True where a reader could take the line for something else. */
  readonly doubtful: boolean
}

const whole = /^(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})$/

/** The line with more marks. */
export const withMarks = (line: PageLine, marks: readonly Mark[]): PageLine =>
  marks.length === 0 ? line : { ...line, marks: [...new Set([...line.marks, ...marks])] }

/** A number alone on its line, such as a count of comments. */
export const isCount = (line: PageLine): boolean => whole.test(line.text)

/** True for a line that can be a headline: no label, date or bare number, and a letter in it. */
export const canBeHeadline = (line: PageLine): boolean => !line.date && !line.label && hasLetter(line.text)

/** A headline by its level: the second, or on the page of one article the first. */
export const isHeadlineHeading = (line: PageLine): boolean => line.level === 2 && canBeHeadline(line)
