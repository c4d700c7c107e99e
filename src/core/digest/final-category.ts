import { isUnspaced, words } from '../text/words.ts'

/** The words that indicate a category. */
export interface CategoryKeywords {
  readonly category: string
  readonly words: readonly string[]
}

/** Categorisation rules for some languages. All data, so that a user can replace them. */
export interface FinalCategoryRules {
  /** The languages to categorise; articles in others get no final category. */
  readonly languages: readonly string[]
  /** By the source's category in `feeds.yaml`. */
  readonly bySourceCategory: Readonly<Record<string, string>>
  /** If that gives nothing: the category with most of its words in the article; the earlier of equals. */
  readonly keywords: readonly CategoryKeywords[]
  readonly fallback: string
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

/** The final category of an article; null in languages without rules. */
export function finalCategory(article: FiledArticle, rules: FinalCategoryRules): string | null {
  const language = article.language?.slice(0, 2).toLowerCase()
  if (language === undefined || !rules.languages.includes(language)) return null
  return fromSource(article.rssCategory, rules) ?? fromKeywords(article, rules) ?? rules.fallback
}

function fromSource(category: string | null, { bySourceCategory }: FinalCategoryRules): string | null {
  if (category === null) return null
  const name = category.normalize('NFKC').replace(/\s+/gu, '').toLowerCase()
  return Object.hasOwn(bySourceCategory, name) ? bySourceCategory[name]! : null
}

function fromKeywords({ title, description }: FiledArticle, { keywords }: FinalCategoryRules): string | null {
  const head = searched(title)
  const rest = searched(description ?? '')
  let best: string | null = null
  let most = 0
  for (const { category, words: own } of keywords) {
    const found = own.reduce((sum, word) => sum + (hits(head, word) ? TITLE_WEIGHT : hits(rest, word) ? 1 : 0), 0)
    if (found <= most) continue
    best = category
    most = found
  }
  return best
}

interface Searched {
  readonly text: string
  readonly words: ReadonlySet<string>
}

const searched = (text: string): Searched => ({ text: text.normalize('NFKC'), words: new Set(words(text)) })

/** Han words match anywhere, since nothing separates them; others only as whole words: "EPS" is not in "steps". */
const hits = (where: Searched, word: string): boolean =>
  isUnspaced(word) ? where.text.includes(word) : where.words.has(word.toLowerCase())
