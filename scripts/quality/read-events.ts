/**
 * Prints what `eventGroups` joins across languages, for a person to judge: in the real feeds of the shared material, window by
 * window as a digest looks at them; and, counted against labels, in labelled news of one language, where each article is put
 * into one of two invented languages by its id, so that half of all pairs are compared. Names are rarer between two
 * languages than within one: the second is the harder test.
 * Run: npx tsx scripts/quality/read-events.ts [--labelled]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createDeduper } from '../../src/core/dedup/deduper.ts'
import { prepareInFull } from '../../src/core/prepare.ts'
import { eventGroups, type StoryText } from '../../src/core/similar/cross-language.ts'
import { fnv1a32 } from '../../src/core/similar/hash.ts'
import { sharedFolder } from '../../tests/support/shared-folder.ts'

const { values } = parseArgs({ options: { labelled: { type: 'boolean', default: false } } })
const DAY_MS = 86_400_000
/** A digest looks at its window and the one before. */
const WINDOW_MS = 2 * DAY_MS

const corpora = sharedFolder('corpora')
if (corpora === null) throw new Error('no corpora: set COPYTASTER_SHARED')
if (values.labelled) countLabelled(corpora)
else printGroups(await realStories(join(corpora, 'feeds-real')))

/** The groups that are joined in windows that end with each day on which something was published, each once. */
function* groupsIn(stories: readonly StoryText[]): Generator<readonly StoryText[]> {
  const seen = new Set<string>()
  for (const day of new Set(stories.map(({ lastAt }) => Math.floor(lastAt / DAY_MS)))) {
    const to = (day + 1) * DAY_MS
    const own = stories.filter(({ lastAt }) => lastAt < to && lastAt >= to - WINDOW_MS)
    const groups = new Map<string, StoryText[]>()
    for (const [key, group] of eventGroups(own))
      groups.set(group, [...(groups.get(group) ?? []), own.find((story) => story.key === key)!])
    for (const group of groups.values()) {
      const id = group.map(({ key }) => key).join(' ')
      if (!seen.has(id)) yield group
      seen.add(id)
    }
  }
}

function printGroups(stories: readonly StoryText[]): void {
  for (const group of groupsIn(stories)) {
    console.log()
    for (const { language, texts, firstAt } of group)
      console.log(
        `${language} ${new Date(firstAt).toISOString().slice(0, 13)} ${texts[0]!.title} | ${texts[0]!.text?.slice(0, 120) ?? ''}`,
      )
  }
}

async function realStories(folder: string): Promise<StoryText[]> {
  const deduper = createDeduper()
  const articles = new Map<string, { title: string; text: string | null; language: string; at: number }>()
  for (const [feed, line] of readFileSync(join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n').entries()) {
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
    for (const { article } of document.kind === 'feed' ? document.entries : []) {
      const { title, text, description, language, sourceName, published } = article
      const id = `a${articles.size}`
      if (language === null) continue
      articles.set(id, { title, text: description, language: language.slice(0, 2), at: published })
      deduper.add({ id, title, text, language, source: sourceName, feed: String(feed), published, url: article.url })
    }
  }
  return deduper.stories().map(({ members }) => {
    const own = members.map((id) => articles.get(id)!)
    const times = own.map(({ at }) => at)
    return {
      key: members[0]!,
      language: own[0]!.language,
      texts: own,
      firstAt: Math.min(...times),
      lastAt: Math.max(...times),
    }
  })
}

interface LabelledItem {
  readonly id: string
  readonly title: string
  readonly body: string | null
  readonly lang: string | null
  readonly published: string
}

function countLabelled(folder: string): void {
  const read = <T>(...path: string[]): T[] =>
    gunzipSync(readFileSync(join(folder, ...path)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as T)
  for (const [set, part] of [
    ['allsides-dated', 'dedup'],
    ['uci', 'dedup'],
    ['mixed', 'dedup-sparse'],
    ['background', 'dedup-sparse'],
  ] as const) {
    const stories = read<LabelledItem>(part, `${set}.items.jsonl.gz`).map(({ id, title, body, lang, published }) => {
      const at = Date.parse(published)
      const language = `${(lang ?? 'en').slice(0, 2)}-${fnv1a32(id) % 2}`
      return { key: id, language, texts: [{ title, text: body?.slice(0, 500) ?? null }], firstAt: at, lastAt: at }
    })
    const labels = new Map(
      read<{ id: string; cluster: string }>(part, `${set}.gold.jsonl.gz`).map(({ id, cluster }) => [id, cluster]),
    )
    const pairs = new Map<string, boolean>()
    for (const group of groupsIn(stories))
      for (const a of group)
        for (const b of group)
          if (a.key < b.key && a.language !== b.language)
            pairs.set(`${a.key} ${b.key}`, labels.get(a.key) === labels.get(b.key))
    const right = [...pairs.values()].filter(Boolean).length
    console.log(`${set}: ${right} pairs of one event joined, ${pairs.size - right} of two`)
  }
}
