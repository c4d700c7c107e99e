const QUESTION = /[?？؟]["'”’»)\]」』）]*$/u
const QUOTED = /^["“„«‘「『]/u
/** A report may ask one question, or several at once. */
const LEAST_TURNS = 2
/** From the first question on, at least one sentence in so many is a question with its answer. */
const SENTENCES_PER_TURN = 6

/**
 * The sentences of an article before its questions and answers begin; all of them when it is no interview. An answer makes
 * no sense without its question, and by its wording cannot be told from the writer's own sentences. A sentence that is not
 * the article's own ("Did you like this page?") is no question.
 */
export function withoutInterview(
  sentences: readonly string[],
  isOwn: (sentence: string) => boolean = () => true,
): readonly string[] {
  const isQuestion = (sentence: string): boolean => QUESTION.test(sentence) && !QUOTED.test(sentence) && isOwn(sentence)
  const first = sentences.findIndex(isQuestion)
  if (first < 0) return sentences
  const rest = sentences.slice(first)
  const turns = rest.filter(
    (sentence, at) => isQuestion(sentence) && at + 1 < rest.length && !isQuestion(rest[at + 1]!),
  )
  // Notices and advertisements open with a question too.
  const least = first === 0 ? LEAST_TURNS + 1 : LEAST_TURNS
  const isInterview = turns.length >= least && turns.length * SENTENCES_PER_TURN >= rest.length
  return isInterview ? sentences.slice(0, first) : sentences
}
