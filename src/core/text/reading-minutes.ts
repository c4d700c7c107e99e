/** Words an adult reads a minute, silently (Brysbaert 2019). */
const WORDS_A_MINUTE = 238

/** Whole minutes, and one for the shortest note: nobody reads it in none. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.ceil(wordCount / WORDS_A_MINUTE))
}
