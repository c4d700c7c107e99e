import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve, silence } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, type RunningServe, startServe } from '../support/running-serve.ts'

/* Requests whose answer waits for something outside of the server: a publisher, or the rest of what a client sends. */

const WAITING = 12
/** Far below the time-outs that end such a wait. */
const SOON_MS = 3_000

describe('while requests wait,', () => {
  let publisher: Publisher
  let desk: Desk
  let daemon: RunningServe
  let url: string
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
  })
  afterEach(async () => {
    endLeftServes()
    await publisher.close()
    await desk.remove()
  })

  async function startWith(document: string, added: number): Promise<void> {
    publisher.on('/a', serve(document))
    daemon = startServe(desk)
    await daemon.until(`${added} new`)
    url = /shown at (\S+)/.exec(daemon.said())![1]!
  }

  async function expectPagesSoon(): Promise<void> {
    for (const path of ['latest', 'api/v1/articles', 'readyz']) {
      const answer = await fetch(new URL(path, url), { signal: AbortSignal.timeout(SOON_MS) })
      expect([path, answer.status]).toEqual([path, 200])
      await answer.text()
    }
  }

  test('for pictures that a publisher never sends, pages go on', async () => {
    const item = (n: number) =>
      `<item><title>Report ${n}</title><link>https://news.example/${n}</link><guid>${n}</guid><pubDate>${new Date().toUTCString()}</pubDate><description>&lt;p&gt;Text ${n} of a report.&lt;/p&gt;&lt;img src="${publisher.url(`/${n}.png`)}"&gt;</description></item>`
    const items = Array.from({ length: WAITING }, (_, n) => item(n))
    for (let n = 0; n < WAITING; n++) publisher.on(`/${n}.png`, silence)
    await startWith(`<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`, WAITING)
    const list = (await (await fetch(`${url}api/v1/articles`)).json()) as { items: { image: string }[] }
    const pictures = list.items.map(({ image }) => fetch(new URL(image, url)).catch(() => null))
    while (!publisher.requests.some(({ path }) => path.endsWith('.png'))) await new Promise((r) => setTimeout(r, 10))
    await expectPagesSoon()
    expect(await daemon.stop()).toBe(0)
    await Promise.all(pictures)
  })

  test('for bodies that a client sends slowly, pages go on', async () => {
    await startWith(rss(someItems(3, Date.now())), 3)
    const { hostname, port, host } = new URL(url)
    const slow = await Promise.all(
      Array.from(
        { length: WAITING },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), hostname, () => resolve(socket))
            socket.on('error', () => {})
            socket.write(
              `POST /api/v1/saved-searches HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
            )
          }),
      ),
    )
    await expectPagesSoon()
    for (const socket of slow) socket.destroy()
    expect(await daemon.stop()).toBe(0)
  })
})
