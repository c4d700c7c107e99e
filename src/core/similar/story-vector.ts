import { nameWords } from '../text/entities/names.ts'
import type { Idf } from './idf.ts'
import { leadOf, terms, termsOfWords } from './terms.ts'
import { type SparseVector, unitVector, type Vocabulary } from './vectors.ts'

/** What an article is about: how often it says each term, which are names, and how many terms its body gave. */
export type StoryTerms = {
  readonly counts: ReadonlyMap<string, number>
  readonly names: ReadonlySet<string>
  readonly bodyTerms: number
}

/** An article as comparison by subject needs it. */
export type StoryText = { readonly title: string; readonly body: string | null; readonly language: string | null }

/** How the terms of an article are weighed. */
export type WeighingPolicy = {
  /** How often the title counts against once for the body. */
  readonly titleWeight: number
  /** How many words of the body are read. */
  readonly leadWords: number
  /** How much heavier a name is than another word. */
  readonly nameWeight: number
}

/** Counts the title `titleWeight` times and the first words of the body once. */
export function storyTerms({ title, body, language }: StoryText, policy: WeighingPolicy): StoryTerms {
  const { titleWeight, leadWords, nameWeight } = policy
  const counts = new Map<string, number>()
  for (const term of terms(title, language)) counts.set(term, (counts.get(term) ?? 0) + titleWeight)
  const opening = body === null ? '' : leadOf(body, leadWords)
  const lead = terms(opening, language)
  for (const term of lead) counts.set(term, (counts.get(term) ?? 0) + 1)
  const names = nameWeight === 1 || language?.startsWith('de') ? [] : nameWords(opening)
  return { counts, names: new Set(termsOfWords(names, language)), bodyTerms: lead.length }
}

/** The TF-IDF vector of length one, repetition damped: (1 + ln tf) × idf, and names made heavier. */
export function storyVector(story: StoryTerms, idf: Idf, vocabulary: Vocabulary, nameWeight: number): SparseVector {
  const entries: [number, number][] = []
  for (const [term, count] of story.counts) {
    const weight = (1 + Math.log(count)) * idf(term) * (story.names.has(term) ? nameWeight : 1)
    entries.push([vocabulary.numberOf(term), weight])
  }
  return unitVector(entries)
}
