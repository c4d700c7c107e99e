import type { Costs } from './scale-model.ts'

/**
 * Costs as they were measured, each by the benchmark that is named; docs/scale.md says when and how. PostgreSQL's were taken with named
 * statements, in seconds of the processors, on a machine that was busy with other work.
 */
export const MEASURED: Costs = {
  /** `bench poll`: 10,000 unchanged feeds took 6.87 s of the processor. */
  pollUs: 687,
  /** `bench ingest`: 20,000 articles of news. The second also holds storing them in SQLite. */
  prepareUs: 189,
  decideUs: 570,
  /** `bench store`'s work: a poll of 20 new articles with bodies of 2,025 characters. */
  storeUs: 192,
  serverStoreUs: 210,
  /** 50 polls without news in one transaction. */
  serverPollUs: 62,
  /** Four articles in one step. */
  indexUs: 811,
  serverIndexUs: 563,
  /** 20 articles in one transaction, of a million. */
  serverPruneUs: 515,
  /** `bench dedup`: a window of 1,000,000 articles. */
  printBytes: 1_190,
  /** A million articles with texts of 60 words took 3,225 MB; real articles are longer. */
  diskBytes: 3_225,
}
