import type { FastifyError } from 'fastify'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { NotAllowed, UserError } from '../core/domain/user-error.ts'
import { hideLogins } from '../core/text/login.ts'
import type { Problem, ProblemCode } from './contract/problem.ts'
import { Refusal } from './refusal.ts'

/** Every error as a refusal. What is not meant for visitors is not told to them. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // A database that is locked, full or away for a while.
  if (error instanceof StoreTrouble && error.kind === 'passing')
    return new Refusal(503, 'not_now', hideLogins(error.message), { headers: { 'retry-after': '2' } })
  if (error instanceof NotAllowed) return new Refusal(403, 'not_allowed', error.message, { reason: shownReason(error) })
  if (error instanceof UserError)
    return new Refusal(422, 'cannot_be_done', hideLogins(error.message), { reason: shownReason(error) })
  if (error instanceof Trouble) return new Refusal(500, 'trouble', hideLogins(error.message))
  const { statusCode = 500, code } = error as Partial<FastifyError>
  if (statusCode >= 400 && statusCode < 500) return new Refusal(statusCode, wordOf(code), refusalWords(statusCode))
  return new Refusal(500, 'fault', 'a fault of ours')
}

/** The reason of a mistake, without logins. */
export function shownReason({ reason }: UserError): Problem['reason'] {
  if (reason === null) return undefined
  const values = Object.entries(reason).map(([name, value]) => [
    name,
    typeof value === 'string' ? hideLogins(value) : value,
  ])
  return Object.fromEntries(values) as Problem['reason']
}

/** The framework has codes of its own. */
const wordOf = (code: string | undefined): ProblemCode =>
  (code ?? 'refused').replace(/^FST_(ERR_)?/, '').toLowerCase() as ProblemCode

/** The words of the framework repeat what was sent; these do not. */
const refusalWords = (status: number): string =>
  ({ 413: 'The body is too large.', 415: 'Send the body as application/json.', 408: 'The request took too long.' })[
    status
  ] ?? 'The request is not as it must be.'
