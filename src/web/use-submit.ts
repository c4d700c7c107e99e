import { useState } from 'preact/hooks'
import { ApiProblem, type Problem } from './api-types.ts'
import { usePage, useTexts } from './page.ts'
import type { Texts } from './texts/texts.ts'

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
      tell(error instanceof ApiProblem ? problemWords(t, error.problem) : String(error))
      return null
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, run, tell }
}

/** What the server said about the fields of a form, else about all of it. */
export function problemWords(t: Texts, { code, detail, errors = [] }: Problem): string {
  const [first] = errors
  return first === undefined ? t.problems.of(code, detail) : errors.map(({ message }) => sentence(message)).join(' ')
}

/** With a capital and a full stop, as it stands alone. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?。]$/.test(text) ? '' : '.'}`
