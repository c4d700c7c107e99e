/** A failure of the environment: a full disk, a server that is down. The user can correct it: one line, exit 1. */
export class Trouble extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Trouble'
  }
}
