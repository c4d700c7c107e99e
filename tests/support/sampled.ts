import { hash } from 'node:crypto'

/**
 * Of cases that try one thing in several ways: one in `npm test`, drawn by the sample that it names and the name of the draw; all of them
 * with `TEST_SAMPLE=all npm test`, when a file is run by itself, and with the full volume.
 */
export function sampled<Case>(draw: string, cases: readonly Case[]): readonly Case[] {
  const { TEST_SAMPLE: sample, COPYTASTER_VOLUME } = process.env
  if (sample === undefined || sample === 'all' || COPYTASTER_VOLUME === 'full') return cases
  const drawn = hash('sha256', `${sample} ${draw}`, 'buffer')[0]! % cases.length
  return [cases[drawn]!]
}
