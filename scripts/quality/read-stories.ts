/**
 * Prints the stories of two or more articles for a person to judge: of the sparse set `background`, and of the real feeds of the
 * shared material with their own dates. Stories whose members all have one headline are counted, and printed with `--all`.
 * Run: npx tsx scripts/quality/read-stories.ts [--all]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createDeduper, type DedupItem } from '../../src/core/dedup/deduper.ts'
import { prepareInFull } from '../../src/core/prepare.ts'
import { sharedFolder } from '../../tests/support/shared-folder.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
/** So much of a text is printed. */
const SHOWN = 220

const corpora = sharedFolder('corpora')
if (corpora === null) throw new Error('no corpora: set COPYTASTER_SHARED')
printStories('background', backgroundItems(join(corpora, 'dedup-sparse')))
printStories('real feeds', await realItems(join(corpora, 'feeds-real')))

function printStories(name: string, items: readonly DedupItem[]): void {
  const deduper = createDeduper()
  for (const item of items) deduper.add(item)
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const stories = deduper
    .stories()
    .map(({ members }) => members.map((id) => itemOf.get(id)!))
    .filter((members) => members.length > 1)
  const across = stories.filter((members) => distinct(members, ({ feed }) => feed) > 1)
  const different = stories.filter((members) => distinct(members, ({ title }) => title) > 1)
  console.log(
    `# ${name}: ${items.length} articles, ${stories.length} stories of two or more, ${across.length} across feeds`,
  )
  console.log(`${different.length} with different headlines`)
  for (const [at, members] of (values.all ? stories : different).entries()) {
    const scope = distinct(members, ({ feed }) => feed) > 1 ? 'across feeds' : 'within one feed'
    console.log(`\n## ${name} ${at + 1}: ${members.length} articles, ${scope}`)
    for (const { feed, published, title, text } of members)
      console.log(`- ${dayOf(published)} [${feed}] ${title} | ${(text ?? '').replace(/\s+/g, ' ').slice(0, SHOWN)}`)
  }
}

function distinct<T>(list: readonly T[], fieldOf: (one: T) => unknown): number {
  return new Set(list.map(fieldOf)).size
}

function dayOf(published: number | null | undefined): string {
  return published == null ? 'undated' : new Date(published).toISOString().slice(0, 16)
}

interface Row {
  readonly id: string
  readonly title: string
  readonly body: string | null
  readonly url: string
  readonly source: string | null
  readonly feed: string
  readonly lang: string | null
  readonly published: string
}

function backgroundItems(folder: string): DedupItem[] {
  const lines = gunzipSync(readFileSync(join(folder, 'background.items.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
  return lines.map((line) => {
    const { id, title, body, url, source, feed, lang, published } = JSON.parse(line) as Row
    return { id, title, text: body || null, url, source, feed, language: lang, published: Date.parse(published) }
  })
}

/** The articles as a poll makes them, but that a date which the feed does not give is unknown: all would be of one moment. */
async function realItems(folder: string): Promise<DedupItem[]> {
  const items: DedupItem[] = []
  for (const [feed, line] of readFileSync(join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n').entries()) {
    const { file } = JSON.parse(line) as { file: string }
    const url = `https://feeds.example/${file}`
    const document = await prepareInFull({
      fetched: { body: readFileSync(join(folder, file)), contentType: null, headers: {}, url },
      feed: feed + 1,
      source: { url, tab: 'news', category: 'News', name: null, language: null },
      known: new Uint8Array(0),
      now: Date.UTC(2026, 10, 18),
      layered: false,
    })
    for (const { article } of document.kind === 'feed' ? document.entries : []) {
      const { title, text, language, sourceName, dateUncertain, guid } = article
      const published = dateUncertain ? null : article.published
      const id = `a${items.length}`
      items.push({ id, title, text, language, source: sourceName, feed: file, published, url: article.url, guid })
    }
  }
  return items
}
