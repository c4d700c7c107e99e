import { hash } from 'node:crypto'

/** 16 bytes as hex that stand for a longer text: enough that no two of our keys will ever meet by accident. */
export function keyHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32)
}
