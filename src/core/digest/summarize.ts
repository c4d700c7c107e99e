import type { SummarySentence } from '../domain/digest.ts'
import { type Choice, type Cover, coverStory, gainOf, type Strictness, termWeights } from './cover-story.ts'
import { cutAtClause } from './cut-at-clause.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import { languageOf, type StorySentence, type SummaryArticle, storySentences } from './story-sentences.ts'
import { isUnspacedLanguage, summaryWords } from './summary-words.ts'

/** A shorter clause is not worth its ellipsis. */
const LEAST_CLAUSE_WORDS = 6
/** How many other first sentences are tried when no sentence fits the remaining length. */
const OTHER_BEGINNINGS = 24

/**
 * Extractive summary: whole sentences of a story's articles that cover most of it, the lead's first, in their order.
 * Never over the maximum; under the minimum only when the articles have no more to say. All sentences are in the lead's
 * language.
 */
export function summarize(
  articles: readonly SummaryArticle[],
  limits: WordLimits,
  policy: SummaryPolicy,
): SummarySentence[] {
  const sentences = storySentences(articles, policy)
  if (sentences.length === 0) return []
  const choice = choiceOf(sentences, articles, limits, policy)
  let longest: Cover = { sentences: [], words: 0 }
  for (const strictness of attempts(policy)) {
    const found = bestCover(sentences, choice, strictness)
    if (found.words > longest.words) longest = found
    if (longest.words >= limits.min && longest.sentences.length > 0) return shown(longest.sentences)
  }
  return fillWithClause(longest, sentences, limits, isUnspacedLanguage(languageOf(articles[0]!)))
}

/**
 * The lead's opening sentence; when it is too long that of another article, or a clause of the best one when those that
 * fit say far less.
 */
export function summarizeInOneLine(
  articles: readonly SummaryArticle[],
  limits: WordLimits,
  policy: SummaryPolicy,
): SummarySentence[] {
  const sentences = storySentences(articles, policy)
  const candidates = openingsOf(sentences)
  if (candidates.length === 0) return []
  const lead = candidates.find(({ articleIndex }) => articleIndex === 0)
  if (lead !== undefined && lead.words <= limits.max) return shown([lead])
  const choice = choiceOf(sentences, articles, limits, policy)
  const gain = (one: StorySentence) => gainOf(one, new Set(), choice).gain
  const inOrder = ranked(candidates, choice)
  const best = inOrder[0]!
  const fitting = inOrder.find(({ words }) => words <= limits.max)
  if (fitting !== undefined && gain(fitting) >= WHOLE_SHARE * gain(best)) return shown([fitting])
  const unspaced = isUnspacedLanguage(languageOf(articles[0]!))
  return [{ text: cutAtClause(best.text, limits.max, unspaced), article: best.article }]
}

/** The first sentence of each article that can be read alone; failing that, the first of all. */
function openingsOf(sentences: readonly StorySentence[]): StorySentence[] {
  const openings = new Map<string, StorySentence>()
  for (const one of sentences) {
    if (one.leansOn === null && one.index < OPENING && !openings.has(one.article)) openings.set(one.article, one)
  }
  return openings.size > 0 ? [...openings.values()] : sentences.slice(0, 1)
}

/** A whole sentence is preferred to a clause of a better one, unless its value is below this share. */
const WHOLE_SHARE = 0.7
/** The opening must be among the first so many sentences. */
const OPENING = 4

/** Each attempt is a little less strict, to reach the minimum. */
function attempts({ repeats }: SummaryPolicy): readonly Strictness[] {
  return [
    { leaning: 'follow', repeats },
    { leaning: 'follow', repeats: 1.5 * repeats },
    { leaning: 'notFirst', repeats: 2 * repeats },
    { leaning: 'any', repeats: 2 * repeats },
  ]
}

function choiceOf(
  sentences: readonly StorySentence[],
  articles: readonly SummaryArticle[],
  limits: WordLimits,
  policy: SummaryPolicy,
): Choice {
  const language = languageOf(articles[0]!)
  const titles = articles.filter((article) => languageOf(article) === language).map(({ title }) => title)
  return { weights: termWeights(sentences, titles.slice(0, policy.articles), language, policy), limits, policy }
}

/** The greedy choice, or one with another first sentence when it ends below the minimum. */
function bestCover(sentences: readonly StorySentence[], choice: Choice, strictness: Strictness): Cover {
  const { min, max } = choice.limits
  let best = coverStory(sentences, choice, strictness)
  if (best.words >= min) return best
  const beginnings = sentences.filter(
    ({ words, leansOn }) => words <= max && (leansOn === null || strictness.leaning === 'any'),
  )
  for (const first of ranked(beginnings, choice).slice(0, OTHER_BEGINNINGS)) {
    const other = coverStory(sentences, choice, strictness, first)
    if (other.words > best.words) best = other
    if (best.words >= min) break
  }
  return best
}

function ranked(sentences: readonly StorySentence[], choice: Choice): StorySentence[] {
  const gains = new Map(sentences.map((one) => [one, gainOf(one, new Set(), choice).gain]))
  return [...sentences].sort((a, b) => gains.get(b)! - gains.get(a)!)
}

/** When no whole sentence fits any more, the next one is cut to the remaining length. */
function fillWithClause(
  cover: Cover,
  sentences: readonly StorySentence[],
  limits: WordLimits,
  unspaced: boolean,
): SummarySentence[] {
  const room = limits.max - cover.words
  const last = cover.sentences.at(-1)
  const isLater = (one: StorySentence) =>
    last === undefined ||
    one.articleIndex > last.articleIndex ||
    (one.articleIndex === last.articleIndex && one.index > last.index)
  const next = sentences.find((one) => one.words > room && isLater(one) && (last !== undefined || one.leansOn === null))
  const cut = next ?? (last === undefined ? sentences.find(({ words }) => words > room) : undefined)
  if (cut === undefined || room < LEAST_CLAUSE_WORDS) return shown(cover.sentences)
  const text = cutAtClause(cut.text, room, unspaced)
  if (summaryWords(text, unspaced) < LEAST_CLAUSE_WORDS) return shown(cover.sentences)
  return [...shown(cover.sentences), { text, article: cut.article }]
}

const shown = (sentences: readonly StorySentence[]): SummarySentence[] =>
  sentences.map(({ text, article }) => ({ text, article }))
