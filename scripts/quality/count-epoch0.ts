/**
 * Counts the document frequencies of IDF epoch 0 over the real feeds of the shared material and writes
 * src/core/similar/epoch0-data.ts. Only counts are kept: no sentence of an article can be read back from them.
 * Run: npx tsx scripts/quality/count-epoch0.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eld } from 'eld/extrasmall'
import { Parser } from 'htmlparser2'
import { freezeEpoch } from '../../src/core/similar/epochs.ts'
import { countFrequencies, type RunningFrequencies } from '../../src/core/similar/idf.ts'
import { leadOf, terms } from '../../src/core/similar/terms.ts'
import { scriptOf } from '../../src/core/text/words.ts'
import { sharedFolder } from '../../tests/support/shared-folder.ts'

type Entry = { title: string; body: string }

/** Terms met once in a small sample are as good as unknown; numbers age too fast to be background. */
const LEAST_FREQUENCY = 2
const LEAST_DOCUMENTS = 80

/** One long-lived podcast must not tell the others what is common. */
const MOST_PER_FEED = 40
const TARGET = 'src/core/similar/epoch0-data.ts'

const folder = sharedFolder('corpora', 'feeds-real')
if (folder === null) throw new Error('no corpora/feeds-real: set COPYTASTER_SHARED')
writeFileSync(TARGET, render(count(allEntries(folder))))

function allEntries(from: string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const line of readFileSync(join(from, 'manifest.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue
    const { file, format, encoding } = JSON.parse(line) as { file: string; format: string; encoding: string | null }
    const text = decode(readFileSync(join(from, file)), encoding)
    const found = format === 'json' ? jsonEntries(text) : xmlEntries(text)
    for (const entry of found.slice(0, MOST_PER_FEED)) {
      if (entry.title !== '') entries.set(entry.title, entry)
    }
  }
  return [...entries.values()]
}

function decode(bytes: Uint8Array, encoding: string | null): string {
  try {
    return new TextDecoder(encoding ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function jsonEntries(text: string): Entry[] {
  const feed = JSON.parse(text) as { items?: { title?: string; content_html?: string; content_text?: string }[] }
  return (feed.items ?? []).map((item) => ({
    title: item.title ?? '',
    body: plain(item.content_html ?? item.content_text ?? ''),
  }))
}

function xmlEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let entry: Entry | null = null
  let field: 'title' | 'body' | null = null
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name === 'item' || name === 'entry') entry = { title: '', body: '' }
        else if (name === 'title') field = 'title'
        else if (/^(?:description|summary|content|content:encoded)$/.test(name)) field = 'body'
      },
      ontext(data) {
        if (entry !== null && field !== null) entry[field] += data
      },
      onclosetag(name) {
        if (entry !== null && (name === 'item' || name === 'entry')) {
          entries.push({ title: plain(entry.title).trim(), body: plain(entry.body) })
          entry = null
        }
        if (/^(?:title|description|summary|content|content:encoded)$/.test(name)) field = null
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  return entries
}

function plain(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => void (/^(?:script|style)$/.test(name) ? hidden++ : 0),
    onclosetag: (name) => void (/^(?:script|style)$/.test(name) ? hidden-- : (text += ' ')),
    ontext: (data) => void (hidden > 0 ? '' : (text += data)),
  })
  parser.end(html)
  return text.replace(/https?:\S+/g, ' ')
}

function languageOf(text: string): string {
  const script = scriptOf(text)
  if (script !== 'latin') return script === 'cyrillic' ? 'ru' : script
  return eld.detect(text).language || 'en'
}

function count(entries: readonly Entry[]): Map<string, RunningFrequencies> {
  const tables = new Map<string, RunningFrequencies>()
  for (const { title, body } of entries) {
    const text = `${title} ${leadOf(body, 200)}`
    const language = languageOf(text)
    const table = tables.get(language) ?? countFrequencies()
    tables.set(language, table)
    table.add(terms(text, language).filter((term) => /^\p{L}/u.test(term)))
  }
  return tables
}

/** One line per language: its documents, then per frequency the terms in order. */
function render(tables: ReadonlyMap<string, RunningFrequencies>): string {
  const lines = [...tables]
    .filter(([language, { documents }]) => documents >= LEAST_DOCUMENTS && language !== 'other')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([language, table]) => `  ['${language}', ${table.documents}, '${freezeEpoch(table, 0, LEAST_FREQUENCY).text}'],`,
    )
  return [
    '// biome-ignore-all format: one language to a line',
    '/** Document frequencies counted by scripts/quality/count-epoch0.ts over 201 public feeds; only terms met twice or more. */',
    'export const EPOCH0: readonly (readonly [language: string, documents: number, terms: string])[] = [',
    ...lines,
    ']',
    '',
  ].join('\n')
}
