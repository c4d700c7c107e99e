import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeTables } from './dump-store.mjs'
import { serveFeeds } from './serve-feeds.mjs'

/* Everything goes through the command line: it keeps its form when the files behind it are renamed. */

/** When the real feeds are polled: two days after the event that most of them report. */
const POLLED_AT = Date.parse('2017-01-08T12:00:00Z')
/** When the store is read: a window ends before its last instant, so what was polled then would be outside. */
const READ_AT = POLLED_AT + 3_600_000
/** Addresses hold the port, so it must be the same in every run. */
const PORT = 47_631

/** The demonstration world: articles, feeds, events, stories and digests as JSON, and the last digest in each format. */
export async function writeDemoOutputs(program, folder) {
  const work = mkdtempSync(join(tmpdir(), 'copytaster-compare-demo-'))
  const database = `sqlite:${join(work, 'demo.db')}`
  const out = join(folder, 'digest')
  mkdirSync(out, { recursive: true })
  const args = ['demo', '--no-serve', '--json', '--out', out, '--database', database]
  writeFileSync(join(folder, 'demo.json'), await run(program, args))
  rmSync(work, { recursive: true })
}

/** `dedup` on each labelled corpus: decision, matches and story of each article. */
export async function writeDedupOutputs(program, corpora, folder) {
  for (const name of ['dedup', 'dedup-sparse', 'weekend']) {
    const corpus = join(corpora, name)
    mkdirSync(join(folder, name), { recursive: true })
    for (const file of readdirSync(corpus).sort()) {
      const [, set, kind] = /^(.+)\.(items|pairs)\.jsonl\.gz$/.exec(file) ?? []
      if (set === undefined) continue
      const text = gunzipSync(readFileSync(join(corpus, file))).toString('utf8')
      const items = kind === 'items' ? text : pairsAsItems(text)
      writeFileSync(join(folder, name, `${set}.jsonl`), await run(program, ['dedup', '-'], { input: items }))
    }
  }
}

/** Both sides of each labelled pair, as articles of one file. */
function pairsAsItems(text) {
  const lines = text.split('\n').filter((line) => line !== '')
  const sides = lines.flatMap((line) => {
    const { id, a, b, lang } = JSON.parse(line)
    return [
      { ...a, id: `${id} a`, lang },
      { ...b, id: `${id} b`, lang },
    ]
  })
  return `${sides.map((side) => JSON.stringify(side)).join('\n')}\n`
}

/** The real feeds, polled one after the other from loopback into a store at one fixed instant, and what the store then holds. */
export async function writeFeedOutputs(program, corpus, folder) {
  const work = mkdtempSync(join(tmpdir(), 'copytaster-compare-feeds-'))
  mkdirSync(folder, { recursive: true })
  const server = await serveFeeds(corpus, PORT)
  const config = join(work, 'feeds.yaml')
  const path = join(work, 'feeds.db')
  writeFileSync(config, settingsOf(server.urls, `sqlite:${path}`))
  const runAt = (now, ...args) => run(program, [...args, '--config', config], { now })
  const write = async (name, ...args) => writeFileSync(join(folder, name), await runAt(READ_AT, ...args))
  try {
    writeFileSync(join(folder, 'poll.json'), await runAt(POLLED_AT, 'poll', '--all', '--json'))
    await write('stories.json', 'stories', '--all', '--limit', '100000', '--json')
    await write('topics.json', 'topics', '--window', '4w', '--limit', '100000', '--json')
    for (const format of ['md', 'html', 'json', 'atom', 'rss'])
      await write(`digest.${format}`, 'digest', '--window', '4w', '--format', format)
    writeTables(path, join(folder, 'tables'))
  } finally {
    await server.close()
    rmSync(work, { recursive: true })
  }
}

/** One request at a time and no pause: the order of arrival is the order of the list. */
function settingsOf(urls, database) {
  const fetch = { concurrency: 1, host_pause: '0s', once: { retries: [] }, allow_private_networks: ['127.0.0.1'] }
  const sources = urls.map((url) => ({ category: 'News', url }))
  const tabs = { news: { name: 'News', item_limit_per_category: 100, max_items_per_feed: 10_000, sources } }
  const digest = { timezone: 'UTC', minimum_importance: 0 }
  // JSON is YAML too.
  return JSON.stringify({ tabs, fetch, digest, database }, null, 1)
}

/** Runs the program and gives what it printed; a fixed clock where `now` is given. */
async function run(program, args, { input = '', now = null } = {}) {
  const clock = now === null ? [] : ['--import', new URL(`./fixed-clock.mjs?now=${now}`, import.meta.url).href]
  // Settings of the one who runs this must not change what is compared.
  const settings = Object.keys(process.env).filter((name) => name.startsWith('COPYTASTER_'))
  const env = { ...process.env, TZ: 'UTC', ...Object.fromEntries(settings.map((name) => [name, undefined])) }
  const child = spawn(process.execPath, [...clock, program, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const [printed, complained] = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray())
  child.stdin.end(input)
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${(await complained).join('').slice(-2000)}`)
  return (await printed).join('')
}
