/** The right to ask one host until a moment; the token tells a late writer that the right has passed on. */
export interface HostLease {
  readonly host: string
  readonly owner: string
  readonly token: number
  readonly until: number
}
