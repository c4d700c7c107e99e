/** Words an adult reads per minute, silently (Brysbaert 2019). */
const WORDS_A_MINUTE = 238

/** Reading time in whole minutes, at least 1. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.ceil(wordCount / WORDS_A_MINUTE))
}
