import type { PrintTerms } from '../../domain/print.ts'

/** An article with fewer body terms than this counts as a bare headline. */
const BARE_TERMS = 5

/** Whether an article has next to no text. */
export function isBareHeadline({ bodyTerms }: Pick<PrintTerms, 'bodyTerms'>): boolean {
  return bodyTerms < BARE_TERMS
}
