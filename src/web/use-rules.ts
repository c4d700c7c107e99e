import { usePage } from './page.ts'

export const RULES_PATH = '/rules'

/** Has everything loaded again that rules decide about. */
export function useRulesChanged(): () => void {
  const { data } = usePage()
  return () => {
    for (const path of [RULES_PATH, '/articles', '/today', '/tabs', '/search']) data.invalidate(path)
  }
}
