import { StoreTrouble } from '../../core/domain/store-trouble.ts'
import { isEndedPool, storeTrouble } from '../store/store-trouble.ts'

/**
 * What an error means that graphile-worker 0.17 let nobody catch: it does not wait for its own word that a job ended or failed. When the
 * database cannot take that word, since the connection broke or its disk is full, the job stays locked: a trouble of the store, after
 * which all jobs of this process are freed. Null for an error of a run that broke off before, whose jobs are freed already; what is no
 * trouble of the store is a bug, and thrown.
 */
export function troubleOfLostWord(error: unknown, address: string): StoreTrouble | null {
  if (isEndedPool(error) || isEndedBatch(error)) return null
  const trouble = storeTrouble(error, address)
  if (trouble instanceof StoreTrouble && trouble.kind === 'passing') return trouble
  throw error
}

/** A job ended after its runner had been given up. */
const isEndedBatch = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('This batcher has been released')
