import { FINAL_CATEGORY_RULES } from './final-category-rules.ts'
import { hanScript } from './han-script.ts'
import { simplifiedHan } from './simplified-han.ts'
import { isUnspaced, words } from './words.ts'

/** Raise it when the same article gets another final category: stored ones are then derived again. */
export const FINAL_CATEGORY_VERSION = 1

/** The words that indicate a category. */
export interface CategoryKeywords {
  readonly category: string
  readonly words: readonly string[]
}

/** Categorisation rules for some languages: data. */
export interface FinalCategoryRules {
  /** The languages to categorise; articles in others get no final category. */
  readonly languages: readonly string[]
  /** By the source's category in `feeds.yaml`. */
  readonly bySourceCategory: Readonly<Record<string, string>>
  /** If that gives nothing: the category with most of its words in the article; the earlier of equals. */
  readonly keywords: readonly CategoryKeywords[]
  /** The name of each category where simplified characters are written. */
  readonly simplified: Readonly<Record<string, string>>
}

/** The fields of an article that decide its final category. */
export interface FiledArticle {
  readonly language: string | null
  readonly rssCategory: string | null
  readonly title: string
  readonly description: string | null
}

/** A word in the headline counts double. */
const TITLE_WEIGHT = 2

/**
 * The final category of an article in a language with rules: by the source's category, else by words, else the source's own.
 * Null in other languages.
 */
export function finalCategory(article: FiledArticle, rules: FinalCategoryRules = FINAL_CATEGORY_RULES): string | null {
  const language = article.language?.slice(0, 2).toLowerCase()
  if (language === undefined || !rules.languages.includes(language)) return null
  const found = fromSource(article.rssCategory, rules) ?? fromKeywords(article, rules)
  if (found === null) return article.rssCategory
  return isSimplified(article) ? (rules.simplified[found] ?? found) : found
}

function fromSource(category: string | null, { bySourceCategory }: FinalCategoryRules): string | null {
  if (category === null) return null
  const name = category.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()
  return Object.hasOwn(bySourceCategory, name) ? bySourceCategory[name]! : null
}

function fromKeywords({ title, description }: FiledArticle, rules: FinalCategoryRules): string | null {
  const head = searched(title)
  const rest = searched(description ?? '')
  let best: string | null = null
  let most = 0
  for (const { category, keywords } of comparableKeywords(rules)) {
    const found = keywords.reduce((sum, word) => sum + (hits(head, word) ? TITLE_WEIGHT : hits(rest, word) ? 1 : 0), 0)
    if (found <= most) continue
    best = category
    most = found
  }
  return best
}

/** By the characters of the article: its language does not tell the script. */
const isSimplified = ({ rssCategory, title, description }: FiledArticle): boolean =>
  (hanScript(`${title} ${description ?? ''}`) ?? hanScript(rssCategory ?? '')) === 'Hans'

interface Searched {
  readonly text: string
  readonly words: ReadonlySet<string>
}

/** Compared in simplified characters, so that a word is found in either script. */
function searched(text: string): Searched {
  return { text: simplifiedHan(text.normalize('NFKC')), words: new Set(words(text)) }
}

/** A keyword in the form that texts are searched in. */
interface Keyword {
  readonly word: string
  /** Han words match anywhere, since nothing separates them; others only as whole words: "EPS" is not in "steps". */
  readonly isAnywhere: boolean
}

interface ComparableKeywords {
  readonly category: string
  readonly keywords: readonly Keyword[]
}

const comparable = new WeakMap<FinalCategoryRules, readonly ComparableKeywords[]>()

function comparableKeywords(rules: FinalCategoryRules): readonly ComparableKeywords[] {
  let found = comparable.get(rules)
  if (found === undefined) {
    found = rules.keywords.map(({ category, words: own }) => ({ category, keywords: own.map(toKeyword) }))
    comparable.set(rules, found)
  }
  return found
}

const toKeyword = (word: string): Keyword =>
  isUnspaced(word) ? { word: simplifiedHan(word), isAnywhere: true } : { word: word.toLowerCase(), isAnywhere: false }

const hits = (where: Searched, { word, isAnywhere }: Keyword): boolean =>
  isAnywhere ? where.text.includes(word) : where.words.has(word)
