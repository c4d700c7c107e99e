import { describe, expect, test } from 'vitest'
import { sampledKinds } from '../support/databases.ts'
import { newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { startPublisher } from '../support/publisher.ts'
import { startServe } from '../support/running-serve.ts'
import { danglingReferences } from '../support/stored-references.ts'

/* Characters that one database refuses and the other cuts a text at. */

const BAD = '\0\ud83d'

function jsonFeed(): string {
  const item = (n: number, bad: string) => ({
    id: `item ${n}${bad} of it`,
    url: `https://a.example/${n}`,
    title: `Number ${n}${bad} arrives`,
    content_html: `<p>The body${bad} of number ${n}</p>`,
    summary: `What${bad} happened`,
    date_published: '2026-11-14T10:00:00Z',
    language: `en${bad}`,
    authors: [{ name: `Ann${bad} Author` }],
    tags: [`tag${bad} one`],
    attachments: [{ url: `https://a.example/${n}.mp3`, mime_type: `audio/mpeg${bad}`, title: `Sound${bad}` }],
  })
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: `Bad${BAD} characters` }
  return JSON.stringify({ ...feed, items: [item(1, BAD), item(2, '')] })
}

describe.each(sampledKinds(import.meta.url))('NUL and half a surrogate pair on %s', (kind) => {
  test('are removed from every field; nothing after them is lost, and no feed fails', async () => {
    const publisher = await startPublisher()
    const desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    publisher.on('/json', serve(jsonFeed(), { 'content-type': 'application/feed+json' }))
    const entities = rss(someItems(1, Date.now())).replace('What Report', 'What&#0;&#xd83d; Report')
    publisher.on('/rss', serve(entities))
    const source = (path: string) =>
      `      - url: ${publisher.url(path)}\n        source_name: "The\\0 ${path}"\n        category: "a\\0b"\n`
    desk.write(`tabs:\n  en_news:\n    sources:\n${source('/json')}${source('/rss')}`)
    const polls: { added: number; outcome: string }[] = await desk.json('poll')
    expect(polls.map(({ added }) => added).sort()).toEqual([1, 2])
    const articles: { title: string; guid: string; text: string; author: string }[] = await desk.json('articles')
    const first = articles.find(({ title }) => title.startsWith('Number 1'))!
    expect(first).toMatchObject({
      guid: 'item 1\ufffd of it',
      title: expect.stringMatching(/^Number 1 ?\ufffd arrives$/),
      author: 'Ann\ufffd Author',
    })
    expect(JSON.stringify(articles)).not.toMatch(/\\u0000|\\ud83d/)
    expect(await desk.json('search', 'arrives')).toHaveLength(2)
    expect(await danglingReferences(desk.address)).toEqual({})
    await publisher.close()
    await desk.remove()
  })

  test('are no fault of the server when they are typed, searched for or in the page of an article', async () => {
    const publisher = await startPublisher()
    const desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    const sentence = `<p>The harbour${BAD} stays closed&#0;&#xd83d; after the storm, said the port authority on Monday. `
    const page = `<html><head><title>Report${BAD}</title></head><body><article>${sentence.repeat(30)}</article></body></html>`
    publisher.on('/page', serve(page, { 'content-type': 'text/html; charset=utf-8' }))
    const [item] = someItems(1, Date.now())
    publisher.on(
      '/rss',
      serve(
        rss([item!]).replace(
          /<link>https?:[^<]*\/[^<]+<\/link>(?=(?:(?!<item>).)*<\/item>)/s,
          `<link>${publisher.url('/page')}</link>`,
        ),
      ),
    )
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/rss')}\n`)
    const daemon = startServe(desk)
    await daemon.until('1 new')
    const url = /shown at (\S+)/.exec(daemon.said())![1]!
    const send = async (method: string, path: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json', origin: new URL(url).origin }
      const sent = method === 'GET' ? { method } : { method, headers, body: JSON.stringify(body ?? {}) }
      const answer = await fetch(new URL(`api/v1/${path}`, url), sent)
      return [path, answer.status, answer.status >= 500 ? await answer.text() : '']
    }
    const article = ((await (await fetch(`${url}api/v1/articles`)).json()) as { items: { id: number }[] }).items[0]!
    const text = `Quake${BAD}`
    const asked = encodeURIComponent('a\0b')
    const requests: [string, string, unknown?][] = [
      ['GET', `search?q=${asked}`],
      ['GET', `articles?tab=${asked}`],
      ['GET', `articles?category=${asked}`],
      ['GET', `stories?tab=${asked}`],
      ['PUT', `articles/${article.id}/full-text`],
      ['POST', 'tokens', { name: text, scope: 'read' }],
      ['POST', 'readers', { name: 'ann', email: `ann${BAD}@a.example` }],
      ['POST', 'readers', { name: `ann${BAD}` }],
      ['POST', 'tabs', { name: text }],
      ['POST', 'rules', { kind: 'mute', query: text }],
      ['POST', 'rules/dry-run', { query: text }],
      ['POST', 'saved-searches', { name: text, query: text }],
      ['POST', 'session', { name: text, password: text }],
      ['PATCH', 'me/settings', { timezone: text }],
      ['POST', 'interests/forget', { term: text }],
      ['POST', 'subscriptions', { url: publisher.url('/rss'), name: text, category: text }],
      ['POST', 'subscriptions/discover', { url: `${publisher.url('/rss')}?${BAD}` }],
    ]
    const answers = []
    for (const request of requests) answers.push(await send(...request))
    expect(answers.filter(([, status]) => (status as number) >= 500)).toEqual([])
    expect(publisher.requestsTo('/page')).toHaveLength(1)
    const stored = JSON.stringify(await (await fetch(`${url}api/v1/articles/${article.id}`)).json())
    expect(stored).toMatch(/stays closed.*after the storm/)
    expect(stored).not.toMatch(/\\u0000|\\ud83d/)
    expect(await daemon.stop()).toBe(0)
    await publisher.close()
    await desk.remove()
  })
})
