import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../support/databases.ts'
import { anEventClient } from '../support/event-client.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { makeDue } from '../support/stored-references.ts'

/* A reader's day through the API of the program as it is run: both threads, a real socket, a login. */

const PASSWORD = 'correct horse battery'

interface Listed {
  readonly items: readonly { readonly id: number; readonly title: string; readonly state: { readonly read: boolean } }[]
  readonly upTo: string
}

describe.each(sampledKinds(import.meta.url))('the API of serve on %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
    publisher.on('/a', serve(rss(someItems(5, Date.now()))), serve(rss(someItems(7, Date.now()))))
  })
  afterEach(async () => {
    endLeftServes()
    await publisher.close()
    await desk.remove()
  })

  /** Requests of a browser with the cookie it was given. */
  function aBrowser(url: string) {
    let cookie = ''
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(new URL(`api/v1${path}`, url), {
        method,
        headers: {
          cookie,
          origin: new URL(url).origin,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return answer
    }
    const json = async <T>(method: string, path: string, body?: unknown) => {
      const answer = await send(method, path, body)
      expect([path, answer.status]).toEqual([path, 200])
      return (await answer.json()) as T
    }
    const list = (query = '') => json<Listed>('GET', `/articles${query}`)
    return { send, json, list }
  }

  test('log in, list, read, mark, take back, search, follow, listen, log out', async () => {
    const file = join(desk.folder, 'password')
    writeFileSync(file, `${PASSWORD}\n`)
    const daemon = startServe(desk, { COPYTASTER_PASSWORD_FILE: file })
    await daemon.until('5 new')
    const url = /shown at (\S+)/.exec(daemon.said())![1]!
    const { send, json, list } = aBrowser(url)
    expect((await send('GET', '/articles')).status).toBe(401)
    const [{ name }] = await desk.json('readers', 'list')
    expect((await send('POST', '/session', { name, password: 'wrong' })).status).toBe(401)
    await json('POST', '/session', { name, password: PASSWORD })

    const { items, upTo } = await list()
    expect(items).toHaveLength(5)
    // What a feed published before it was followed arrives read, except its newest three.
    const [first, ...others] = items.filter(({ state }) => !state.read)
    expect(others).toHaveLength(2)
    const whole = await json<{ title: string }>('GET', `/articles/${items[0]!.id}`)
    expect(whole.title).toBe(items[0]!.title)

    const { secret } = await json<{ secret: string }>('POST', '/tokens', { name: 'listener', scope: 'read' })
    const listener = anEventClient(secret)
    const hears = async (kind: string) => {
      while (!listener.heard.some((event) => event.kind === kind)) await new Promise((soon) => setTimeout(soon, 20))
    }
    await listener.connect(url)
    await json('PATCH', `/articles/${first!.id}/state`, { opened: true })
    await hears('state')
    const marked = await json<{ articles: number; undo: string }>('POST', '/articles/mark-read', { list: {}, upTo })
    expect(marked.articles).toBe(2)
    expect((await list('?unread=true')).items).toEqual([])
    expect(await json('POST', '/articles/undo-mark', { undo: marked.undo })).toEqual({ articles: 2 })
    expect((await list('?unread=true')).items).toHaveLength(2)

    await makeDue(desk.address)
    await hears('articles')
    expect((await list('?unread=true')).items).toHaveLength(4)

    const found = async () => (await json<{ items: readonly unknown[] }>('GET', '/search?q=report')).items.length
    while ((await found()) < 7) await new Promise((soon) => setTimeout(soon, 100))

    // The engine makes it: until then the answer says when to come again.
    while ((await send('GET', '/today')).status === 503) await new Promise((soon) => setTimeout(soon, 100))
    const { items: stories } = await json<{ items: readonly { id: string }[] }>('GET', '/stories?leastArticles=1')
    expect(stories.length).toBeGreaterThan(0)
    const story = await json<{ followed: boolean }>('PUT', `/stories/${stories[0]!.id}/follow`)
    expect(story.followed).toBe(true)
    expect(
      (await json<{ items: readonly unknown[] }>('GET', '/stories?followed=true&leastArticles=1')).items,
    ).toHaveLength(1)

    expect((await send('DELETE', '/session')).status).toBe(204)
    expect((await send('GET', '/articles')).status).toBe(401)
    await listener.disconnect()
    expect(await daemon.stop()).toBe(0)
  })
})
