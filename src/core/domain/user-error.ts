/**
 * A mistake in the user's input: bad usage, a bad file, a bad document. Each line says where it is and how to correct
 * it; the command line prints the lines and exits 2, without a stack.
 */
export class UserError extends Error {
  readonly lines: readonly string[]

  constructor(lines: string | readonly string[]) {
    const list = typeof lines === 'string' ? [lines] : lines
    super(list.join('\n'))
    this.name = 'UserError'
    this.lines = list
  }
}

/** Something that this reader may not do, though another may. */
export class NotAllowed extends UserError {
  constructor(lines: string | readonly string[]) {
    super(lines)
    this.name = 'NotAllowed'
  }
}
