import { getSystemErrorName } from 'node:util'

/** What Node says of a failed connection. */
interface NetworkError {
  readonly code?: string
  readonly errno?: number
  readonly hostname?: string
  readonly address?: string
  readonly port?: number
}

type Words = (error: NetworkError) => string

const host: Words = ({ hostname, address }) => hostname ?? address ?? 'the host'
const place: Words = ({ address, port }) =>
  address === undefined ? 'there' : `at ${address.includes(':') ? `[${address}]` : address}${port ? `:${port}` : ''}`

const cutOff: Words = () => 'the connection was cut off'
const noRoute: Words = (error) => `${host(error)} cannot be reached from here; check the network`
const notHttps: Words = () => 'it does not speak HTTPS there'
const unknownSigner: Words = () => 'its certificate cannot be checked: it is signed by nobody this machine knows'

/** Error codes of Node and OpenSSL for which a person needs other words. */
const WORDS: Readonly<Record<string, Words>> = {
  ENOTFOUND: (error) => `there is no host called ${error.hostname ?? 'so'}; check the address`,
  EAI_AGAIN: (error) => `${host(error)} cannot be looked up, no name server answers; check the network`,
  EAI_NODATA: (error) => `${host(error)} has no address`,
  ECONNREFUSED: (error) => `nothing answers ${place(error)}`,
  ECONNRESET: cutOff,
  ECONNABORTED: cutOff,
  EPIPE: cutOff,
  UND_ERR_SOCKET: cutOff,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  EACCES: () => 'this machine forbids the connection',
  EPERM: () => 'this machine forbids the connection',
  EMFILE: () => 'this machine has too many files and connections open',
  ETIMEDOUT: (error) => `no connection to ${host(error)} within the time allowed`,
  EPROTO: notHttps,
  ERR_SSL_WRONG_VERSION_NUMBER: notHttps,
  CERT_HAS_EXPIRED: () => 'its certificate has expired',
  CERT_NOT_YET_VALID: () => 'its certificate is not valid yet; check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: () => 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownSigner,
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
}

/** Why there is no connection, for a person; null when the code says nothing that is known. */
export function networkWords(error: unknown): string | null {
  const known = (error ?? {}) as NetworkError
  const words = WORDS[known.code ?? ''] ?? WORDS[systemName(known.errno)]
  return words?.(known) ?? null
}

/** Libraries replace the code by their own, but leave the number. */
const systemName = (errno: number | undefined): string => (errno === undefined ? '' : getSystemErrorName(errno))
