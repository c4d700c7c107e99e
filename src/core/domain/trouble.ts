/** The world refused: a full disk, a server that is down. Something to mend, not a fault of ours: one line, exit 1. */
export class Trouble extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'Trouble'
  }
}
