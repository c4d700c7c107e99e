import type { Idf } from '../similar/idf.ts'
import { backgroundIdf, type SubjectText, subjectTerms } from '../similar/subject.ts'
import { termsOfWords } from '../similar/terms.ts'
import { withoutDateline } from '../text/dateline.ts'
import { givenNames } from '../text/given-names.ts'
import { isNumber } from '../text/numbers.ts'
import { words } from '../text/words.ts'

/** A term of an article: its weight, and a word it was made from. */
export interface WeighedTerm {
  readonly term: string
  readonly written: string
  readonly weight: number
}

/**
 * The heaviest terms of an article, weighted as for relevance. Numbers, datelines and first names are left out: the place a
 * report was sent from and what a minister is called at home are nobody's interest.
 */
export function articleInterests(given: SubjectText, most: number, idf?: Idf): WeighedTerm[] {
  const article = given.text === null ? given : { ...given, text: withoutDateline(given.text) }
  const skipped = firstNameTerms(article)
  const known = idf ?? backgroundIdf(article.language, article.title)
  const weighed: [string, number][] = []
  let squares = 0
  for (const [term, count] of subjectTerms(article)) {
    const weight = (1 + Math.log(count)) * known(term)
    squares += weight * weight
    if (!isNumber(term) && !skipped.has(term)) weighed.push([term, weight])
  }
  const length = Math.sqrt(squares) || 1
  const heaviest = weighed.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most)
  const written = writtenForms(article, new Set(heaviest.map(([term]) => term)))
  return heaviest.map(([term, weight]) => ({ term, written: written.get(term) ?? term, weight: weight / length }))
}

function firstNameTerms({ title, text, language }: SubjectText): ReadonlySet<string> {
  return new Set([...givenNames(`${title}. ${text ?? ''}`)].flatMap((name) => termsOfWords([name], language)))
}

/** The first word that produced each wanted term; a bigram is its own word. */
function writtenForms({ title, text, language }: SubjectText, wanted: ReadonlySet<string>): Map<string, string> {
  const forms = new Map<string, string>()
  for (const word of words(`${title} ${text ?? ''}`)) {
    const found = termsOfWords([word], language)
    for (const term of found) {
      if (wanted.has(term) && !forms.has(term)) forms.set(term, found.length > 1 ? term : word)
    }
  }
  return forms
}
