import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

const job = z
  .strictObject({
    name: z.string(),
    /** Jobs of one lane wait for each other. */
    lane: z.string(),
    /** Since the engine started. */
    runs: z.int(),
    failures: z.int(),
    seconds: z.number(),
    /** Since when it runs; null while it does not. */
    runningSince: instant.nullable(),
  })
  .meta({ id: 'EngineJob' })

export const getServer = endpoint({
  method: 'GET',
  path: '/server',
  tag: 'Server',
  summary: 'The server as its operator sees it: version, database, engine, what is due, how much is stored',
  scope: 'admin',
  answer: z
    .strictObject({
      version: z.string(),
      startedAt: instant,
      uptimeSeconds: z.int(),
      database: z.strictObject({ kind: z.enum(['sqlite', 'postgres']), bytes: z.int() }),
      engine: z.strictObject({ running: z.boolean(), jobs: z.array(job) }),
      due: z.strictObject({
        /** Feeds that are to be polled now. */
        feeds: z.int(),
        nextPollAt: instant.nullable(),
        nextDigestAt: instant.nullable(),
      }),
      /** When `copytaster backup` last completed; null when that is not known. */
      lastBackupAt: instant.nullable(),
      counts: z.strictObject({
        readers: z.int(),
        /** Those that are polled. */
        feeds: z.int(),
        articles: z.int(),
      }),
    })
    .meta({ id: 'Server' }),
})
