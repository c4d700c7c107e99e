import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { shiftedClock } from '../support/shifted-clock.ts'
import { onDatabase } from '../support/stored-references.ts'

/* A machine whose clock was ahead for a while, and was corrected. */

const AHEAD = shiftedClock(400 * 86_400_000)

describe.each(sampledKinds(import.meta.url))('after a clock that was 400 days ahead, on %s,', (kind) => {
  let publisher: Publisher
  let desk: Desk
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
    publisher.on('/a', serve(rss(someItems(5, Date.now()))), serve(rss(someItems(7, Date.now()))))
    expect(await desk.runWith(AHEAD, 'poll')).toMatchObject({ code: 0 })
  })
  afterEach(async () => {
    await publisher.close()
    await desk.remove()
  })

  test('feeds are due at once, and doctor says what happened', async () => {
    expect((await desk.run('doctor')).stdout).toMatch(/! Clock .*was ahead/)
    expect(await desk.json('poll')).toMatchObject([{ outcome: 'fetched', added: 2 }])
    expect(await desk.json('poll')).toEqual([])
  })

  test('pruning under it deletes nothing', async () => {
    const contents = () =>
      onDatabase(desk.address, async (db) =>
        Promise.all(
          (['article', 'entry', 'poll', 'feed_day', 'event'] as const).map((table) =>
            db.selectFrom(table).selectAll().execute(),
          ),
        ),
      )
    await desk.run('poll', '--all')
    const before = await contents()
    expect((await desk.runWith(AHEAD, 'prune')).stderr).toContain('is not believed')
    expect(await contents()).toEqual(before)
  })

  test('a lease left then holds no host', async () => {
    const until = Date.now() + 400 * 86_400_000
    await onDatabase(desk.address, (db) =>
      db.updateTable('host').set({ lease_owner: 'ahead', lease_until: until }).execute(),
    )
    expect(await desk.json('poll')).toMatchObject([{ outcome: 'fetched', added: 2 }])
  })
})
