/** What a token allows. Each includes those before it. */
export type TokenScope = 'read' | 'write' | 'admin'

/** A session of a browser, a secret for a program, or that in the address of feeds. */
export interface Token {
  readonly id: number
  readonly reader: number
  readonly kind: 'session' | 'api' | 'feed'
  /** What the reader calls it; of a session the browser's name. */
  readonly name: string | null
  readonly scope: TokenScope
  readonly createdAt: number
  readonly usedAt: number
  /** Null for one that does not expire. */
  readonly expiresAt: number | null
}
