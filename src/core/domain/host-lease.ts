/**
 * A lease: the exclusive right to send requests to one host until a given time. The token lets a late writer detect
 * that the lease has passed on.
 */
export interface HostLease {
  readonly host: string
  readonly owner: string
  readonly token: number
  readonly until: number
}
