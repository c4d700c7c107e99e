import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve, status } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { startServe } from '../support/running-serve.ts'

/* The built program with its threads: pages of a publisher on loopback. */

const NEWS = readFileSync(new URL('../fixtures/pages/news.html', import.meta.url))
const HTML = { 'content-type': 'text/html; charset=utf-8' }

describe.each(sampledKinds(import.meta.url))('full texts in %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    const items = rss(someItems(2, Date.now() - 60_000)).replaceAll('https://publisher.example', publisher.origin)
    publisher.on('/feed', serve(items))
  })
  afterEach(async () => {
    await publisher.close()
    await desk.remove()
  })

  test('`text --fetch` fetches the page through robots.txt, and says why a page gave nothing', async () => {
    publisher.on('/robots.txt', status(200, {}, 'User-agent: *\nDisallow: /item-1'))
    publisher.on('/item-2', serve(NEWS, HTML))
    desk.write(`tabs: {en_news: {sources: [{url: "${publisher.url('/feed')}"}]}}\n`)
    await desk.run('poll')
    const articles = await desk.json('articles')
    const idOf = (title: string) => String(articles.find((one: { title: string }) => one.title === title).id)
    const found = await desk.run('text', idOf('Report number 2'), '--fetch')
    expect(found.stdout).toContain(`Full text of ${publisher.url('/item-2')}`)
    expect(found.stdout).toContain('tore away two of the four moorings')
    expect(publisher.requestsTo('/robots.txt')[0]!.headers['user-agent']).toMatch(/^Copytaster\//)
    const refused = await desk.run('text', idOf('Report number 1'), '--fetch')
    expect(refused.stdout).toContain('the site asks programs not to fetch this page (robots.txt)')
    expect(refused.stdout).toContain('What Report number 1 says.')
    expect(publisher.requestsTo('/item-1')).toEqual([])
  })

  test('serve fetches the pages of new articles of a source with full_text, and a hostile page ends nothing', async () => {
    publisher.on('/item-2', serve(NEWS, HTML))
    publisher.on('/item-1', serve(`<html><body>${'<div>'.repeat(200_000)}`, HTML))
    desk.write(`tabs: {en_news: {sources: [{url: "${publisher.url('/feed')}", full_text: true}]}}\n`)
    const running = startServe(desk)
    await running.until('2 new')
    const articles: readonly { id: number; title: string }[] = await desk.json('articles')
    const of = (title: string) => desk.json('text', String(articles.find((one) => one.title === title)!.id))
    const patience = Date.now() + 120_000
    const isTried = async (title: string) => {
      const { fullText, problem } = await of(title)
      return fullText !== null || problem !== null
    }
    while (!((await isTried('Report number 1')) && (await isTried('Report number 2'))) && Date.now() < patience);
    expect(await running.stop()).toBe(0)
    expect((await of('Report number 2')).fullText.text).toContain('tore away two of the four moorings')
    expect((await of('Report number 1')).problem).toMatchObject({ problem: 'tooComplex' })
  })
})
