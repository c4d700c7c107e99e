import type { Correction, Digest, DigestArticle, SummarySentence } from '../domain/digest.ts'
import type { Figure, FigureKind } from '../domain/figure.ts'
import { isMarkedCorrection } from '../text/article-kind.ts'
import { figuresIn } from '../text/figures.ts'
import { splitSentences } from '../text/sentences.ts'
import { isStopWord } from '../text/stop-words.ts'
import { words } from '../text/words.ts'
import type { WindowArticle } from './digest-input.ts'
import { digestArticle } from './digest-items.ts'
import { itemsOf } from './self-check.ts'

/** What corrections are found in. */
export interface CorrectionSources {
  /** Digests the reader has seen, newest first. */
  readonly earlier: readonly Digest[]
  /** Articles of theirs that were revised since the last of them, as they are now, with their texts. */
  readonly revised: readonly WindowArticle[]
  /** Articles of the window that came since the last of them. */
  readonly newcomers: readonly WindowArticle[]
  /** The story of an article of the window or of an earlier digest. */
  readonly storyOf: (article: string) => string | undefined
}

/** An article as a digest carried it. */
interface Carried {
  readonly digest: Digest
  readonly article: DigestArticle
  readonly sentences: readonly SummarySentence[]
  /** True when it stood for its story, not only in a tab or among the others. */
  readonly isLead: boolean
}

/**
 * What earlier digests carried and its publisher has taken back: a revision of the article with another figure, headline or
 * sentence, or a newer article of the same newsroom that corrects the figure. Each article once, in the order of the digests.
 */
export function findCorrections({ earlier, revised, newcomers, storyOf }: CorrectionSources): Correction[] {
  const carried = lastCarried(earlier)
  const byKey = new Map(revised.map((article) => [article.key, article]))
  const found = new Map<string, Correction>()
  for (const [key, was] of carried) {
    const now = byKey.get(key)
    const correction = now === undefined ? null : byRevision(was, now)
    if (correction !== null) found.set(key, correction)
    else if (was.isLead) {
      const later = newcomers.filter((one) => one.story === storyOf(key) && one.sourceName === was.article.sourceName)
      const byLater = later.flatMap((one) => byNewcomer(was, one) ?? [])[0]
      if (byLater !== undefined && ![...found.values()].some(isSame(byLater))) found.set(key, byLater)
    }
  }
  return [...found.values()]
}

const isSame = (one: Correction) => (other: Correction) =>
  one.article.key === other.article.key && one.was === other.was && one.now === other.now

/** Each article by its key, as the newest digest that has it carried it. */
function lastCarried(earlier: readonly Digest[]): Map<string, Carried> {
  const carried = new Map<string, Carried>()
  for (const digest of earlier) {
    const of = new Map<string, Carried>()
    const add = (article: DigestArticle, sentences: readonly SummarySentence[], isLead: boolean) => {
      const known = of.get(article.key)
      const own = sentences.filter(({ article: key }) => key === article.key)
      if (known === undefined) of.set(article.key, { digest, article, sentences: own, isLead })
      else of.set(article.key, { ...known, sentences: [...known.sentences, ...own], isLead: known.isLead || isLead })
    }
    for (const { lead, others, summary, news } of itemsOf(digest)) {
      const told = news?.sentence ? [...summary, news.sentence] : summary
      add(lead, told, true)
      for (const other of others) add(other, told, false)
    }
    for (const { items } of digest.tabs) for (const { article, summary } of items) add(article, summary, false)
    for (const [key, one] of of) if (!carried.has(key)) carried.set(key, one)
  }
  return carried
}

function byRevision(was: Carried, now: WindowArticle): Correction | null {
  const figure = changedFigure(figuresOf(was), figuresIn(now.title, now.text ?? now.description, now.language))
  if (figure !== null) return correctionOf(was, now, figure)
  if (isReworded(was.article.title, now.title, now.language))
    return correctionOf(was, now, { what: 'headline', was: was.article.title, now: now.title })
  return changedSentence(was, now)
}

const figuresOf = ({ article, sentences }: Carried): readonly Figure[] =>
  figuresIn(article.title, sentences.map(({ text }) => text).join(' '), article.language)

type Change = Pick<Correction, 'what' | 'figure' | 'was' | 'now'>

const correctionOf = ({ digest }: Carried, now: WindowArticle, change: Change): Correction => ({
  ...change,
  carried: { type: digest.type, at: digest.at },
  article: digestArticle(now),
})

function changedFigure(was: readonly Figure[], now: readonly Figure[]): Change | null {
  for (const { kind, value } of was) {
    const other = now.find((one) => one.kind === kind)
    if (other !== undefined && other.value !== value)
      return { what: 'figure', figure: kind, was: value, now: other.value }
  }
  return null
}

/** Whether a headline has other words, stop words and punctuation apart. */
function isReworded(was: string, now: string, language: string | null): boolean {
  const telling = (title: string) => words(title).filter((word) => !isStopWord(word, language))
  return telling(was).join(' ') !== telling(now).join(' ')
}

/** The share of words that the new form of a sentence has in common with the old one. */
const SAME_SENTENCE = 0.6

/** The first sentence carried that the article now has with another name or number. */
function changedSentence(was: Carried, now: WindowArticle): Correction | null {
  const sentences = splitSentences(now.text ?? now.description ?? '', now.language)
  const standing = new Set(sentences.map((one) => words(one).join(' ')))
  for (const { text } of was.sentences) {
    if (text.endsWith('…') || standing.has(words(text).join(' '))) continue
    const other = sentences.find((one) => isVariant(text, one))
    if (other !== undefined) return correctionOf(was, now, { what: 'sentence', was: text, now: other })
  }
  return null
}

function isVariant(a: string, b: string): boolean {
  const [left, right] = [new Set(words(a)), new Set(words(b))]
  const shared = [...left].filter((word) => right.has(word)).length
  if (shared < SAME_SENTENCE * Math.max(left.size, right.size)) return false
  return namesAndNumbers(a) !== namesAndNumbers(b)
}

const namesAndNumbers = (text: string): string => (text.match(/\p{Lu}[\p{L}'’-]+|\p{N}+/gu) ?? []).join(' ')

/** Figures that never fall unless an earlier one was wrong. */
const NEVER_FALLS: ReadonlySet<FigureKind> = new Set(['dead'])

function byNewcomer(was: Carried, now: WindowArticle): Correction | null {
  const change = changedFigure(figuresOf(was), figuresIn(now.title, now.text ?? now.description, now.language))
  if (change === null) return null
  const hasFallen = NEVER_FALLS.has(change.figure!) && Number(change.now) < Number(change.was)
  return isMarkedCorrection(now.title) || hasFallen ? correctionOf(was, now, change) : null
}
