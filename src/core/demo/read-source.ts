import { isUrl } from '../text/is-url.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { type Almanac, momentOf } from './moment.ts'
import type { Fault, FeedEnd, WorldEncoding, WorldHints, WorldSource, WorldTab } from './world.ts'

/** Where faults are collected, and how times are read. */
export interface ReadContext {
  readonly almanac: Almanac
  readonly faults: string[]
}

const states = ['healthy', 'unhealthy', 'slow', 'dormant', 'moved', 'dead'] as const
const formats = ['rss-0.91', 'rss-1.0', 'rss-2.0', 'atom-0.3', 'atom-1.0', 'json-1.1'] as const
const encodings = ['utf-8', 'utf-16le', 'big5', 'shift_jis', 'euc-jp', 'windows-1252'] as const

/** Reads one source of the description, with defaults. */
export function readSource(value: unknown, path: string, tabs: readonly WorldTab[], context: ReadContext): WorldSource {
  const fields = fieldsOf(value, path, context.faults)
  const tab = fields.oneOf(
    'tab',
    tabs.map((one) => one.id),
  )
  const source: WorldSource = {
    id: fields.text('id'),
    tab,
    language: tabs.find((one) => one.id === tab)?.language ?? 'en',
    category: fields.text('category'),
    name: fields.text('name'),
    tier: fields.oneOf('tier', ['T1', 'T2', 'T3', 'T4', 'T5']),
    kind: fields.oneOf('kind', ['breaking', 'major', 'blog', 'weekly', 'dormant']),
    owner: fields.text('owner'),
    url: addressOf(fields, 'url'),
    title: fields.text('title'),
    format: fields.oneOf('format', formats),
    page: addressOf(fields, 'page'),
    guid: fields.oneOf('guid', ['url', 'number', 'tag', 'uuid', 'none']),
    size: fields.whole('size'),
    tells: fields.oneOf('tells', ['full', 'plain', 'excerpt'], 'full'),
    stamp: fields.textOr('stamp', null),
    encoding: readEncoding(fields.record('encoding'), `${path}.encoding`, context.faults),
    hints: readHints(fields.record('hints') ?? {}, `${path}.hints`, context.faults),
    faults: fields.list('faults').map((one, i) => readFault(one, `${path}.faults[${i}]`, context)),
    ends: readEnd(fields.record('ends'), `${path}.ends`, context.faults),
  }
  if (!source.page.includes('{slug}')) fields.fault('page', 'must hold {slug}')
  fields.done()
  return source
}

/** An address under `*.example`, which can belong to nobody. */
function addressOf(fields: Fields, key: string): string {
  const address = fields.text(key)
  const host = isUrl(address) ? new URL(address).hostname : ''
  if (!host.endsWith('.example')) fields.fault(key, `must be an address under .example, got "${address}"`)
  return address
}

function readEncoding(value: unknown, path: string, faults: string[]): WorldEncoding {
  if (value === undefined) return { bytes: 'utf-8', declares: 'utf-8', serves: 'utf-8' }
  const fields = fieldsOf(value, path, faults)
  const encoding = {
    bytes: fields.oneOf('bytes', encodings),
    declares: fields.textOr('declares', null),
    serves: fields.textOr('serves', null),
  }
  fields.done()
  return encoding
}

function readHints(value: unknown, path: string, faults: string[]): WorldHints {
  const fields = fieldsOf(value, path, faults)
  const hints = {
    ttl: fields.wholeOr('ttl', null),
    skipHours: fields.list('skipHours').filter((hour) => typeof hour === 'number'),
    maxAge: fields.wholeOr('maxAge', null),
    syndication: fields.textOr('syndication', null),
  }
  fields.done()
  return hints
}

function readEnd(value: unknown, path: string, faults: string[]): FeedEnd {
  if (value === undefined) return { state: 'healthy', events: [] }
  const fields = fieldsOf(value, path, faults)
  const end = { state: fields.oneOf('state', states), events: fields.texts('events') }
  fields.done()
  return end
}

const faultKinds = [
  'moved',
  'detour',
  'status',
  'stall',
  'page',
  'broken',
  'renamed',
  'emptied',
  'frozen',
  'reissued',
  'backfill',
] as const

function readFault(value: unknown, path: string, context: ReadContext): Fault {
  const fields = fieldsOf(value, path, context.faults)
  const from = timeOf(fields, 'from', context)
  const until = fields.record('until') === undefined ? null : timeOf(fields, 'until', context)
  if (until !== null && until <= from) fields.fault('until', 'must be after from')
  const fault: Fault = { from, until, ...partsOf(fields) }
  fields.done()
  return fault
}

type WithoutTimes<F> = F extends Fault ? Omit<F, 'from' | 'until'> : never

function partsOf(fields: Fields): WithoutTimes<Fault> {
  const kind = fields.oneOf('kind', faultKinds)
  switch (kind) {
    case 'moved':
      return { kind, status: fields.oneOf('status', [301, 308]), via: fields.texts('via'), to: addressOf(fields, 'to') }
    case 'detour':
      return { kind, status: fields.oneOf('status', [302, 307]), to: addressOf(fields, 'to') }
    case 'status':
      return { kind, code: fields.whole('code'), retry: fields.oneOf('retry', ['seconds', 'date', 'none'], 'none') }
    case 'stall':
      return { kind, minutes: fields.whole('minutes'), every: fields.whole('every') }
    case 'page':
      return { kind, names: addressOf(fields, 'names') }
    case 'broken':
      return { kind, how: fields.oneOf('how', ['ampersand', 'control', 'entity', 'truncated']) }
    case 'renamed':
      return { kind, page: addressOf(fields, 'page') }
    default:
      return { kind }
  }
}

/** A time in the reader's zone. */
export function timeOf(fields: Fields, key: string, { almanac }: ReadContext): number {
  const text = fields.text(key)
  const at = momentOf(text, almanac)
  if (at === null) fields.fault(key, `must be "day hour:minute" such as 2 09:05, got "${text}"`)
  return at ?? almanac.opensAt
}
