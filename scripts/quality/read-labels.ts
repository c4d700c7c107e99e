/**
 * Prints labels of topics of the real feeds of the shared material beside their headlines, for a person to judge.
 * Run: npx tsx scripts/quality/read-labels.ts [--dated] [--single] [--from N] [--count N] [--step N]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDeduper } from '../../src/core/dedup/deduper.ts'
import { prepareInFull } from '../../src/core/prepare.ts'
import { clusterTopics } from '../../src/core/topics/cluster-topics.ts'
import type { TopicArticle } from '../../src/core/topics/topic-article.ts'
import { sharedFolder } from '../../tests/support/shared-folder.ts'

const { values } = parseArgs({
  options: {
    /** Group with the articles' times; without them more articles that are no story meet. */
    dated: { type: 'boolean', default: false },
    /** Topics of one article; otherwise topics of two or more. */
    single: { type: 'boolean', default: false },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '50' },
    step: { type: 'string', default: '1' },
  },
})

const folder = sharedFolder('corpora', 'feeds-real')
if (folder === null) throw new Error('no corpora/feeds-real: set COPYTASTER_SHARED')
const articles = await readArticles(folder)
const byKey = new Map(articles.map((article) => [article.key, article]))
const { topics } = clusterTopics(articles, { method: { kind: 'stories' }, stories: storiesOf(articles), before: null })
const from = Number(values.from)
topics
  .filter(({ members }) => (members.length === 1) === values.single)
  .filter((_, at) => at >= from && (at - from) % Number(values.step) === 0)
  .slice(0, Number(values.count))
  .forEach(({ label, members }, at) => {
    console.log(`${at + 1}. ${label}`)
    for (const key of members.slice(0, 3)) console.log(`     ${byKey.get(key)!.title}`)
  })

/** All articles of the documents, which are of many years. */
async function readArticles(folder: string): Promise<TopicArticle[]> {
  const read: TopicArticle[] = []
  const lines = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n')
  for (const [feed, line] of lines.entries()) {
    const { file } = JSON.parse(line) as { file: string }
    const url = `https://feeds.example/${file}`
    const document = await prepareInFull({
      fetched: { body: readFileSync(join(folder, file)), contentType: null, headers: {}, url },
      feed,
      source: { url, tab: 'news', category: 'News', name: null, language: null },
      known: new Uint8Array(0),
      now: Date.UTC(2026, 0, 1),
      layered: false,
    })
    if (document.kind !== 'feed') continue
    for (const { article } of document.entries) {
      const { title, text, language, sourceName } = article
      const published = values.dated ? article.published : null
      const key = String(read.length).padStart(8, '0')
      read.push({ key, title, text, language, sourceName, published, score: 0, tier: 'T3' })
    }
  }
  return read
}

function storiesOf(all: readonly TopicArticle[]): { id: string; members: string[] }[] {
  const deduper = createDeduper()
  for (const { key, title, text, language, sourceName } of all)
    deduper.add({
      id: key,
      title,
      text,
      language,
      source: sourceName,
      url: null,
      guid: null,
      feed: null,
      published: null,
    })
  const stories = new Map<string, string[]>()
  for (const [id, story] of deduper.storyOf()) stories.set(story, [...(stories.get(story) ?? []), id])
  return [...stories].map(([id, members]) => ({ id, members }))
}
