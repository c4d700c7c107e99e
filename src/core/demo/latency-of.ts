import { createHash } from 'node:crypto'

/** The latency of a publisher, from 20 ms to 400 ms; another seed gives another order of arrival. */
export function latencyOf(seed: number, url: string, at: number): number {
  const hex = createHash('sha256').update(`${seed}\n${url}\n${at}`).digest('hex')
  return 20 + (Number.parseInt(hex.slice(0, 6), 16) % 381)
}
