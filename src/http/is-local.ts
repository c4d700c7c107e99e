/** How a server can be reached. */
interface Reach {
  /** `address:port`. */
  readonly listenAt: string
  readonly baseUrl: string | null
  readonly trustedProxies: readonly string[]
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]):/

/** Whether only this machine can reach the server: behind a proxy everybody seems to come from it. */
export const isLocal = ({ listenAt, baseUrl, trustedProxies }: Reach): boolean =>
  LOOPBACK.test(listenAt) && baseUrl === null && trustedProxies.length === 0
