import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copytaster } from '../support/built-program.ts'
import { sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { volume } from '../support/volume.ts'

/** More than fit into one statement. */
const MANY = volume(600, 10_000)

function opmlOf(count: number): string {
  const outline = (n: number) =>
    `<outline text="Feed ${n} &amp; co" xmlUrl="https://host-${n % 700}.example/feed/${n}?a=1&amp;b=2"/>`
  const folder = (tab: number) => {
    const inside = Array.from({ length: count / 10 }, (_, i) => outline(tab * (count / 10) + i))
    return `<outline text="Tab ${tab}"><outline text="World">${inside.join('\n')}</outline></outline>`
  }
  return `<opml version="2.0"><body>${Array.from({ length: 10 }, (_, tab) => folder(tab)).join('\n')}</body></opml>`
}

describe.each(sampledKinds(import.meta.url))('subscriptions on %s', (kind) => {
  let desk: Desk
  let other: Desk
  beforeEach(async () => {
    desk = await newDesk(kind, [])
    other = await newDesk(kind, [])
  })
  afterEach(async () => {
    await desk.remove()
    await other.remove()
  })
  const file = (name: string, text: string | Uint8Array) => writeFileSync(join(desk.folder, name), text)

  test(`${MANY} feeds come in once, and go round without loss`, async () => {
    file('many.opml', opmlOf(MANY))
    expect(await desk.run('feeds', 'import', 'many.opml')).toMatchObject({
      code: 0,
      stdout: `${MANY.toLocaleString('en')} feeds added\n`,
    })
    expect(await desk.json('feeds', 'import', 'many.opml')).toMatchObject({ added: 0, known: MANY, broken: null })
    const feeds = await desk.json('feeds', 'list')
    expect(feeds).toHaveLength(MANY)
    expect(feeds[0]).toMatchObject({ tab: 'Tab 0', category: 'World', name: 'Feed 0 & co' })

    const exported = await desk.run('feeds', 'export')
    expect(XMLValidator.validate(exported.stdout)).toBe(true)
    writeFileSync(join(other.folder, 'back.opml'), exported.stdout)
    expect(await other.json('feeds', 'import', 'back.opml')).toMatchObject({ added: MANY, known: 0, skipped: [] })
    expect(strip(await other.json('feeds', 'list'))).toEqual(strip(feeds))
  })

  test('an exported feeds.yaml is one the program reads', async () => {
    file(
      'some.opml',
      `<opml xmlns:copytaster="urn:x"><body><outline text="A" xmlUrl="https://a.example/rss"/>
      <outline text="新聞: &quot;yes&quot;"><outline text="- 國際 #1"><outline text="No" xmlUrl="https://b.example/"
        copytaster:tier="T2" copytaster:kind="blog" copytaster:owner="null" copytaster:language="zh"/></outline></outline></body></opml>`,
    )
    await desk.run('feeds', 'import', 'some.opml')
    const out = join(other.folder, 'feeds.yaml')
    expect(await desk.run('feeds', 'export', '--yaml', '--out', out)).toMatchObject({ code: 0, stdout: '' })
    expect(await desk.run('feeds', 'export', '--yaml', '--out', out)).toMatchObject({
      code: 2,
      stderr: `${out}: is there already; --force writes over it\n`,
    })
    expect(await other.json('feeds', 'list')).toMatchObject([
      { name: 'A', tab: 'other', origin: 'file', kind: 'major' },
      { name: 'No', tab: '新聞: "yes"', category: '- 國際 #1', tier: 'T2', kind: 'blog' },
    ])
    expect(readFileSync(out, 'utf8')).toContain('language: zh')
  })
})

describe('a file that is not as it should be', () => {
  let desk: Desk
  beforeEach(async () => {
    desk = await newDesk('sqlite', [])
  })
  afterEach(() => desk.remove())
  const imported = (stdin: string | Uint8Array) =>
    copytaster(['feeds', 'import', '-'], { cwd: desk.folder, env: { COPYTASTER_DATABASE: desk.address }, stdin })

  test('a broken one gives what is whole and says where it broke', async () => {
    const ran = await imported('<opml><body>\n<outline text="A" xmlUrl="https://a.example/"/>\n<outline text="B" xml')
    expect(ran).toMatchObject({ code: 1, stdout: '1 feed added\n' })
    expect(ran.stderr).toMatch(/^standard input:3:\d+ is broken here; what is whole was imported\n$/)
  })
  test.each([
    [
      'another kind of file',
      '{"feeds": []}',
      'standard input: is not OPML; export the subscriptions as OPML and try again\n',
    ],
    [
      'outlines without end',
      `<opml><body>${'<outline text="a">'.repeat(500)}`,
      'standard input:1:1129 nests outlines more than 64 deep; flatten it\n',
    ],
    ['a giant', ' '.repeat(20_000_001), 'standard input: is larger than 20 MB; split it\n'],
  ])('%s is refused in one line', async (_fact, text, stderr) => {
    expect(await imported(text)).toMatchObject({ code: 2, stdout: '', stderr })
  })
  test('an address that is none is skipped and named', async () => {
    const ran = await imported('<opml><body>\n<outline text="A" xmlUrl="javascript:x"/></body></opml>')
    expect(ran).toMatchObject({
      code: 0,
      stdout: '0 feeds added, 1 skipped\n',
      stderr: 'standard input:2 xmlUrl must be an http or https address, got "javascript:x"\n',
    })
  })
  test('another encoding is read as it is meant', async () => {
    const text =
      '<?xml version="1.0" encoding="UTF-16"?><opml><body><outline text="中文" xmlUrl="https://a.example/"/></body></opml>'
    expect((await imported(Buffer.from(`\ufeff${text}`, 'utf16le'))).code).toBe(0)
    expect(await desk.json('feeds', 'list')).toMatchObject([{ name: '中文' }])
  })
  test('a file that is not there', async () => {
    expect(await desk.run('feeds', 'import', 'no.opml')).toMatchObject({
      code: 2,
      stderr: 'no.opml: there is no such file\n',
    })
  })
})

/** What a list says of the subscriptions themselves. */
function strip(feeds: readonly Record<string, unknown>[]) {
  return feeds.map(({ id, name, url, tab, category, tier, kind }) => ({ id, name, url, tab, category, tier, kind }))
}
