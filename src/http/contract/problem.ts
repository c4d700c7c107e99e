import { z } from 'zod'
import { userReason } from './user-reasons.ts'

/** What requests are refused with, beside codes of the framework. */
export type ProblemCode =
  | 'bad_cursor'
  | 'bad_json'
  | 'bad_password'
  | 'bad_query'
  | 'bad_request'
  | 'cannot_be_done'
  | 'ctp_body_too_large'
  | 'cursor_expired'
  | 'fault'
  | 'forwarded'
  | 'login_required'
  | 'no_picture'
  | 'not_allowed'
  | 'not_found'
  | 'not_now'
  | 'other_host'
  | 'other_origin'
  | 'refused'
  | 'scope_required'
  | 'too_many_listeners'
  | 'too_many_logins'
  | 'too_many_requests'
  | 'trouble'
  | 'wrong_login'
  | 'wrong_password'

/** RFC 9457. `code` and `reason` are for programs, `detail` for people. */
export const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    /** The same as `detail`, as a code with its values, where what a reader asked for cannot be done. */
    reason: userReason.optional(),
    /** Where the request was not as it must be. */
    errors: z.array(z.strictObject({ at: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })

export type Problem = z.output<typeof problem>
