/** What a token allows. Each includes those before it. */
export type TokenScope = 'read' | 'write' | 'admin'

/** A session of a browser, or a secret for a program. */
export interface Token {
  readonly id: number
  readonly reader: number
  readonly kind: 'session' | 'api'
  /** What the reader calls it; of a session the browser's name. */
  readonly name: string | null
  readonly scope: TokenScope
  readonly createdAt: number
  readonly usedAt: number
  /** Null for one that does not expire. */
  readonly expiresAt: number | null
}
