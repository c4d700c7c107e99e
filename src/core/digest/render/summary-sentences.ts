import type { DigestArticle, DigestItem, SummarySentence } from '../../domain/digest.ts'

/** The sentence about what is new, unless the summary contains it. */
export function newSentence({ news, summary }: DigestItem): SummarySentence | null {
  const sentence = news?.sentence ?? null
  return sentence === null || summary.some(({ text }) => text === sentence.text) ? null : sentence
}

/** A sentence and, when it is not from the lead, its article. */
export interface CitedSentence {
  readonly text: string
  readonly from: DigestArticle | null
}

export function citedSentences(item: DigestItem, sentences: readonly SummarySentence[]): CitedSentence[] {
  return sentences.map(({ text, article }) => ({
    text,
    from: article === item.lead.key ? null : (item.others.find((other) => other.key === article) ?? null),
  }))
}

/** The sentences of a summary by paragraph: one, or one for each event. */
export function paragraphsOf(summary: readonly SummarySentence[]): SummarySentence[][] {
  const paragraphs: SummarySentence[][] = []
  summary.forEach((sentence, at) => {
    if (at > 0 && sentence.event === summary[at - 1]!.event) paragraphs.at(-1)!.push(sentence)
    else paragraphs.push([sentence])
  })
  return paragraphs
}

/** The sentence of a one-line item; null where it would repeat the headline. */
export function oneLine({ summary, lead }: DigestItem): string | null {
  const first = summary[0]?.text ?? ''
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
  return bare(first) === '' || bare(first) === bare(lead.title) ? null : first
}

/** The separator after a sentence: none after full-width punctuation, else a space. */
export const blankAfter = (text: string): string => (/[\u3000-\u303f\uff00-\uffef]$/u.test(text) ? '' : ' ')

/** Joins sentences, with or without blanks as their script needs. */
export const sentencesText = (sentences: readonly SummarySentence[]): string =>
  sentences.map(({ text }, i) => (i === sentences.length - 1 ? text : `${text}${blankAfter(text)}`)).join('')
