import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../support/databases.ts'
import { newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { startPublisher } from '../support/publisher.ts'
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

describe.each(databaseKinds)('NUL and half a surrogate pair on %s', (kind) => {
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
})
