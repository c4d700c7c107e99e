import { hash } from 'node:crypto'

/** A 128-bit hash as hex, long enough that two keys never collide by accident. */
export function keyHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32)
}
