import { useState } from 'preact/hooks'
import { problemOf } from './api-types.ts'
import { usePage, useTexts } from './page.ts'
import { problemWords } from './reason-words.ts'

/** A form on its way: what was wrong is told beside it, what was done in the line at the foot of the page. */
export interface Submission {
  /** In words; null for nothing. */
  readonly problem: string | null
  readonly isBusy: boolean
  /** Null when it failed. */
  readonly run: <T>(work: () => Promise<T>, done?: string) => Promise<T | null>
  /** Tells a problem that was found before anything was sent; null for none any more. */
  readonly tell: (problem: string | null) => void
}

export function useSubmit(): Submission {
  const { notices } = usePage()
  const t = useTexts()
  const [problem, tell] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function run<T>(work: () => Promise<T>, done?: string): Promise<T | null> {
    setBusy(true)
    try {
      const result = await work()
      tell(null)
      if (done !== undefined) notices.tell(done)
      return result
    } catch (error) {
      tell(problemWords(t, problemOf(error)))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, run, tell }
}
