import type { SummarySentence } from '../domain/digest.ts'
import { type Choice, type Cover, coverStory, gainOf, type Strictness, termWeights } from './cover-story.ts'
import { cutAtClause } from './cut-at-clause.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import { languageOf, type StorySentence, type SummaryArticle, storySentences } from './story-sentences.ts'
import { isUnspacedLanguage, summaryWords } from './summary-words.ts'

/** A clause in fewer words than this is not worth its ellipsis. */
const LEAST_CLAUSE_WORDS = 6
/** Beginnings tried when the best one leaves room that no sentence fits. */
const OTHER_BEGINNINGS = 24

/**
 * A story in whole sentences of its articles, the lead first: those that tell most of it, in their order. Never over the
 * maximum; under the minimum only when the articles have no more to say. Sentences are the lead's language throughout.
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
 * The lead's opening sentence, whose source stands beside it; when it is too long another's, or a clause of the one that says
 * most when those that fit say far less.
 */
export function summarizeInOneLine(
  articles: readonly SummaryArticle[],
  limits: WordLimits,
  policy: SummaryPolicy,
): SummarySentence[] {
  const sentences = storySentences(articles, policy)
  const candidates = openingsOf(sentences)
  if (candidates.length === 0) return []
  const lead = candidates.find(({ articlePlace }) => articlePlace === 0)
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

/** The first sentence of each article that stands by itself; failing that, the first of all. */
function openingsOf(sentences: readonly StorySentence[]): StorySentence[] {
  const openings = new Map<string, StorySentence>()
  for (const one of sentences) {
    if (one.leansOn === null && one.place < OPENING && !openings.has(one.article)) openings.set(one.article, one)
  }
  return openings.size > 0 ? [...openings.values()] : sentences.slice(0, 1)
}

/** A whole sentence is preferred to a clause of one that says more, unless it says far less. */
const WHOLE_SHARE = 0.7
/** How far down an article its opening may stand. */
const OPENING = 4

/** Each gives up a little more to reach the minimum. */
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

/** The greedy choice, or with another beginning when that one is stuck below the minimum. */
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

/** Nothing whole fits any more and there is still more to tell: the next sentence is cut to the room that is left. */
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
    one.articlePlace > last.articlePlace ||
    (one.articlePlace === last.articlePlace && one.place > last.place)
  const next = sentences.find((one) => one.words > room && isLater(one) && (last !== undefined || one.leansOn === null))
  const cut = next ?? (last === undefined ? sentences.find(({ words }) => words > room) : undefined)
  if (cut === undefined || room < LEAST_CLAUSE_WORDS) return shown(cover.sentences)
  const text = cutAtClause(cut.text, room, unspaced)
  if (summaryWords(text, unspaced) < LEAST_CLAUSE_WORDS) return shown(cover.sentences)
  return [...shown(cover.sentences), { text, article: cut.article }]
}

const shown = (sentences: readonly StorySentence[]): SummarySentence[] =>
  sentences.map(({ text, article }) => ({ text, article }))
