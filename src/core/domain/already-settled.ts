/** A prepared poll was stored by another process: what was decided about it is rolled back. */
export class AlreadySettled extends Error {
  constructor(prepared: number) {
    super(`the prepared poll ${prepared} was stored by another process`)
    this.name = 'AlreadySettled'
  }
}
