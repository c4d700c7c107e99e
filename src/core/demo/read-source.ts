import { isUrl } from '../text/is-url.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { type Almanac, momentOf } from './moment.ts'
import type { Fault, FeedEnd, WorldEncoding, WorldHints, WorldSource, WorldTab } from './world.ts'

/** Where reading writes what it found wrong, and how it reads the clock. */
export interface Reading {
  readonly almanac: Almanac
  readonly faults: string[]
}

const states = ['healthy', 'unhealthy', 'slow', 'dormant', 'moved', 'dead'] as const
const formats = ['rss-0.91', 'rss-1.0', 'rss-2.0', 'atom-0.3', 'atom-1.0', 'json-1.1'] as const
const encodings = ['utf-8', 'utf-16le', 'big5', 'shift_jis', 'euc-jp', 'windows-1252'] as const

/** One source of the description, with defaults filled in. */
export function readSource(value: unknown, place: string, tabs: readonly WorldTab[], reading: Reading): WorldSource {
  const fields = fieldsOf(value, place, reading.faults)
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
    encoding: readEncoding(fields.record('encoding'), `${place}.encoding`, reading.faults),
    hints: readHints(fields.record('hints') ?? {}, `${place}.hints`, reading.faults),
    faults: fields.list('faults').map((one, i) => readFault(one, `${place}.faults[${i}]`, reading)),
    ends: readEnd(fields.record('ends'), `${place}.ends`, reading.faults),
  }
  if (!source.page.includes('{slug}')) fields.fault('page', 'must hold {slug}')
  fields.done()
  return source
}

/** An address under `*.example`, a name that can belong to nobody. */
function addressOf(fields: Fields, key: string): string {
  const address = fields.text(key)
  const host = isUrl(address) ? new URL(address).hostname : ''
  if (!host.endsWith('.example')) fields.fault(key, `must be an address under .example, got "${address}"`)
  return address
}

function readEncoding(value: unknown, place: string, faults: string[]): WorldEncoding {
  if (value === undefined) return { bytes: 'utf-8', declares: 'utf-8', serves: 'utf-8' }
  const fields = fieldsOf(value, place, faults)
  const encoding = {
    bytes: fields.oneOf('bytes', encodings),
    declares: fields.textOr('declares', null),
    serves: fields.textOr('serves', null),
  }
  fields.done()
  return encoding
}

function readHints(value: unknown, place: string, faults: string[]): WorldHints {
  const fields = fieldsOf(value, place, faults)
  const hints = {
    ttl: fields.wholeOr('ttl', null),
    skipHours: fields.list('skipHours').filter((hour) => typeof hour === 'number'),
    maxAge: fields.wholeOr('maxAge', null),
    syndication: fields.textOr('syndication', null),
  }
  fields.done()
  return hints
}

function readEnd(value: unknown, place: string, faults: string[]): FeedEnd {
  if (value === undefined) return { state: 'healthy', events: [] }
  const fields = fieldsOf(value, place, faults)
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

function readFault(value: unknown, place: string, reading: Reading): Fault {
  const fields = fieldsOf(value, place, reading.faults)
  const from = timeOf(fields, 'from', reading)
  const until = fields.record('until') === undefined ? null : timeOf(fields, 'until', reading)
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

/** A moment on the reader's clock. */
export function timeOf(fields: Fields, key: string, { almanac }: Reading): number {
  const text = fields.text(key)
  const at = momentOf(text, almanac)
  if (at === null) fields.fault(key, `must be "day hour:minute" such as 2 09:05, got "${text}"`)
  return at ?? almanac.opensAt
}
