/**
 * A mistake in what the user gave us: bad usage, a bad file, a bad document. Each line names the place and the cure;
 * the command line prints the lines and exits 2, and never shows a stack.
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
