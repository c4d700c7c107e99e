import { hash, randomBytes } from 'node:crypto'

/** A secret that cannot be guessed: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret, as hex. It is random, so a fast hash without salt is enough. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'hex')
