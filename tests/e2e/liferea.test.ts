import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Liferea, missingForLiferea, startLiferea } from '../support/liferea.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type ServedFeed, serveFeed } from '../support/served-feed.ts'

/* A real reader app with windows against the program as it is run: Liferea, whose account of the kind "Google Reader API" speaks to any
   server. */

const isHere = missingForLiferea.length === 0
if (!isHere)
  process.stderr.write(
    `Liferea is not tested here: apt-get install --no-install-recommends ${missingForLiferea.join(' ')}\n`,
  )

const SOON = { timeout: 90_000, interval: 200 }

describe.runIf(isHere)('Liferea as a client of the Google Reader API', () => {
  let served: ServedFeed
  let liferea: Liferea
  const listed = (filter: string) => served.listed(filter)

  beforeEach(async () => {
    served = await serveFeed()
    await expect.poll(async () => (await listed('unread=true')).length, SOON).toBe(3)
    const folder = join(served.desk.folder, 'liferea')
    mkdirSync(folder)
    liferea = await startLiferea(folder, served.url.replace(/\/$/, ''))
  })
  afterEach(async () => {
    liferea?.close()
    await served?.close()
  })

  const feeds = async () => {
    const answer = (await (await fetch(`${served.url}api/v1/feeds`)).json()) as { items: { url: string }[] }
    return answer.items.map((feed) => feed.url)
  }

  test('it subscribes, reloads, reads, stars, marks all, adds and removes a feed; the page agrees', async () => {
    const { publisher, desk } = served
    await expect.poll(() => liferea.unread(), SOON).toBe(3)
    // Opens an article, which reads it.
    await liferea.act('next-unread-item')
    await expect.poll(async () => (await listed('unread=true')).length, SOON).toBe(2)
    await liferea.act('toggle-selected-item-flag')
    await expect.poll(async () => (await listed('saved=true')).length, SOON).toBe(1)
    // What comes while it runs is there when it reloads.
    publisher.on('/a', serve(rss(someItems(4, Date.now()))))
    await desk.run('poll', '--all')
    await expect.poll(async () => (await listed('unread=true')).length, SOON).toBe(3)
    await liferea.act('update-all')
    await expect.poll(() => liferea.unread(), SOON).toBe(3)
    await liferea.act('mark-selected-feed-as-read')
    await expect.poll(async () => (await listed('unread=true')).length, SOON).toBe(0)
    publisher.on('/b', serve(rss([{ guid: 'b', title: 'Glaciers melt in spring', at: Date.now() }])))
    await liferea.subscribe(publisher.url('/b'))
    await expect.poll(feeds, SOON).toContain(publisher.url('/b'))
    await expect.poll(async () => (await listed('unread=true')).length, SOON).toBe(1)
    await liferea.act('update-all')
    await expect.poll(() => liferea.unread(), SOON).toBe(1)
    await liferea.act('next-unread-item')
    await expect.poll(async () => (await listed('unread=true')).length, SOON).toBe(0)
    // It waits for an answer, so that this call ends when the dialog is closed.
    const deleted = liferea.act('delete-selected')
    await liferea.press('Deletion Confirmation', 'alt+d')
    await deleted
    await expect.poll(feeds, SOON).toEqual([publisher.url('/a')])
  })
})
