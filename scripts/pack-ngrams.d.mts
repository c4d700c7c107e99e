interface Ngrams {
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>
}
export function packedNgrams(data: Ngrams): string
