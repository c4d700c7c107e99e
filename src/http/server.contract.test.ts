import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, NOW, SHARED, twoReaders } from '../../tests/support/two-readers.ts'
import { writeBackup } from '../io/store/backup.ts'

/* What an operator sees of the server, over both databases. */

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  test('an administrator sees the server, others do not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'copytaster-server-'))
    const { desk, admin, ann, close } = await twoReaders(kind)
    try {
      desk.publish(SHARED, [anItem('Harbour bridge closed', 'https://shared.example/bridge')])
      await desk.app.polls.runDue(() => {})
      desk.setClock(NOW + 90_000)
      expect(await admin.get('/server')).toMatchObject({
        version: '0.0.0',
        startedAt: new Date(NOW).toISOString(),
        uptimeSeconds: 90,
        database: { kind, bytes: expect.any(Number) },
        engine: { running: false, jobs: [] },
        due: { feeds: 0, nextPollAt: expect.any(String), nextDigestAt: '2026-11-14T18:00:00.000Z' },
        lastBackupAt: null,
        counts: { readers: 3, feeds: 1, articles: 1 },
      })
      expect((await ann.send('GET', '/server')).statusCode).toBe(403)
      const { database: address } = desk.loaded.settings
      await writeBackup({ address, file: join(folder, 'b.gz'), force: false, now: NOW + 5_000 })
      expect(await admin.get('/server')).toMatchObject({ lastBackupAt: new Date(NOW + 5_000).toISOString() })
    } finally {
      await close()
      rmSync(folder, { recursive: true })
    }
  })

  test('the jobs of the engine are told by their lanes', async () => {
    const { desk, close } = await twoReaders(kind)
    const since = NOW - 1_000
    const jobs = { polls: { lane: 'polls', runs: 3, failures: 1, seconds: 2.5, since } }
    const app = {
      ...aWebApp(desk),
      server: async () => ({
        ...(await aWebApp(desk).server()),
        isEngineRunning: true,
        jobs: [{ name: 'polls', ...jobs.polls }],
      }),
    }
    const secret = await app.sessions.issue(await desk.app.readers.self(), { name: 'test', scope: 'admin' })
    const answer = await aClient(await aServer(app), secret.secret).get<{ engine: unknown }>('/server')
    expect(answer.engine).toEqual({
      running: true,
      jobs: [
        {
          name: 'polls',
          lane: 'polls',
          runs: 3,
          failures: 1,
          seconds: 2.5,
          runningSince: new Date(since).toISOString(),
        },
      ],
    })
    await close()
  })
})
