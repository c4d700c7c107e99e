import type { Plugin } from 'esbuild'

interface Ngrams {
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>
}
export function packedNgrams(data: Ngrams): string
export function calculateScores(
  byteNgrams: Readonly<Record<string, true>>,
  languageData: { readonly langScore: readonly number[]; readonly ngrams: object },
): number[]
export function readingPacked(source: string): string
export const packedDetector: Plugin
