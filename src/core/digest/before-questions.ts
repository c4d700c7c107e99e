const QUESTION = /[?？؟](?:["'”’»)\]」』）]*)$/u
const QUOTED = /^["“„«‘「『]/u
/** "Q:", "A:" and their like in other languages. */
const MARK =
  /^(?:Q|A|Question|Answer|Frage|Antwort|F|Pregunta|Respuesta|P|R|Réponse|Domanda|Risposta|問|答|问|記者|记者)\s?[:：.]\s?\S/u
/** A report may ask one question. */
const LEAST_QUESTIONS = 2
/** Of the sentences from the first question on, at least one in so many is a question. */
const SENTENCES_PER_QUESTION = 6

/**
 * The sentences of an article before its questions and answers begin; all of them when it is no interview. An answer makes
 * no sense without its question, and by its wording cannot be told from the writer's own sentences.
 */
export function beforeQuestions(sentences: readonly string[]): readonly string[] {
  const isAsked = (sentence: string): boolean =>
    MARK.test(sentence) || (QUESTION.test(sentence) && !QUOTED.test(sentence))
  const first = sentences.findIndex(isAsked)
  if (first < 0) return sentences
  const rest = sentences.slice(first)
  const asked = rest.filter(isAsked).length
  const isInterview = asked >= LEAST_QUESTIONS && asked * SENTENCES_PER_QUESTION >= rest.length
  return isInterview ? sentences.slice(0, first) : sentences
}
