import { type ApiRoute, route } from './api-route.ts'
import { getServer } from './contract/server.ts'
import { iso, isoOrNull } from './iso.ts'

export const serverRoutes: readonly ApiRoute[] = [
  route(getServer, async ({ app }) => {
    const server = await app.server()
    const { readers, feeds, articles } = server
    return {
      version: server.version,
      startedAt: iso(server.startedAt),
      uptimeSeconds: Math.max(0, Math.round((app.now() - server.startedAt) / 1000)),
      database: { kind: server.databaseKind, bytes: server.databaseBytes },
      engine: {
        running: server.isEngineRunning,
        jobs: server.jobs.map(({ since, ...job }) => ({ ...job, runningSince: isoOrNull(since) })),
      },
      due: {
        feeds: server.feedsDue,
        nextPollAt: isoOrNull(server.nextPollAt),
        nextDigestAt: isoOrNull(server.nextDigestAt),
      },
      lastBackupAt: isoOrNull(server.backedUpAt),
      counts: { readers, feeds, articles },
    }
  }),
]
