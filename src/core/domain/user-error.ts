import { type UserReason, userWords } from './user-reason.ts'

/**
 * A mistake in the user's input: bad usage, a bad file, a bad document. Each line says where it is and how to correct
 * it; the command line prints the lines and exits 2, without a stack. What readers of the page may meet is given as a
 * reason, so that it can be told in their language.
 */
export class UserError extends Error {
  readonly lines: readonly string[]
  readonly reason: UserReason | null

  constructor(said: string | readonly string[] | UserReason) {
    const reason = isReason(said) ? said : null
    const list = isReason(said) ? [userWords(said)] : typeof said === 'string' ? [said] : said
    super(list.join('\n'))
    this.name = 'UserError'
    this.lines = list
    this.reason = reason
  }
}

const isReason = (said: string | readonly string[] | UserReason): said is UserReason =>
  typeof said === 'object' && 'code' in said

/** Something that this reader may not do, though another may. */
export class NotAllowed extends UserError {
  constructor(said: string | readonly string[] | UserReason) {
    super(said)
    this.name = 'NotAllowed'
  }
}
