import { type Fields, fieldsOf } from './fields.ts'
import { type Reading, timeOf } from './read-source.ts'
import type { Archive, Copy, Lack, Reprint, Telling, Version, WorldEvent } from './world.ts'

const lacks: readonly Lack[] = ['title', 'date', 'link']

/** One event of the description with all its tellings. */
export function readEvent(value: unknown, place: string, sources: readonly string[], reading: Reading): WorldEvent {
  const fields = fieldsOf(value, place, reading.faults)
  const event: WorldEvent = {
    id: fields.text('id'),
    about: fields.text('about'),
    tellings: fields.list('tellings').map((one, i) => readTelling(one, `${place}.tellings[${i}]`, sources, reading)),
  }
  if (event.tellings.length === 0) fields.fault('tellings', 'must hold at least one')
  fields.done()
  return event
}

/** Small news that one newsroom alone has: an event and its telling in one. */
export function readBrief(value: unknown, place: string, sources: readonly string[], reading: Reading): WorldEvent {
  const fields = fieldsOf(value, place, reading.faults)
  const id = fields.text('id')
  const telling = tellingOf(fields, place, sources, reading)
  fields.done()
  return { id, about: 'small news that stands alone', tellings: [telling] }
}

function readTelling(value: unknown, place: string, sources: readonly string[], reading: Reading): Telling {
  const fields = fieldsOf(value, place, reading.faults)
  const telling = tellingOf(fields, place, sources, reading)
  fields.done()
  return telling
}

function tellingOf(fields: Fields, place: string, sources: readonly string[], reading: Reading): Telling {
  const lacking = readLacks(fields)
  const at = timeOf(fields, 'at', reading)
  const title = lacking.includes('title') ? '' : fields.text('title')
  const first: Version = { at, title, body: fields.text('body') }
  const telling: Telling = {
    in: fields.oneOf('in', sources),
    by: fields.textOr('by', null),
    tags: fields.texts('tags'),
    lacks: lacking,
    versions: [first, ...fields.list('revise').map((one, i) => readVersion(one, `${place}.revise[${i}]`, reading))],
    reprints: fields.list('reprints').map((one, i) => readReprint(one, `${place}.reprints[${i}]`, sources, reading)),
    copies: fields.list('copies').map((one, i) => readCopy(one, `${place}.copies[${i}]`, sources, reading)),
  }
  for (const later of [...telling.versions.slice(1), ...telling.reprints, ...telling.copies])
    if (later.at <= at) fields.fault('at', 'must be before its revisions, reprints and copies')
  return telling
}

function readLacks(fields: Fields): readonly Lack[] {
  const found = fields.texts('lacks')
  const known = lacks.filter((one) => found.includes(one))
  if (known.length < found.length) fields.fault('lacks', `must name ${lacks.join(', ')}, got ${found.join(', ')}`)
  return known
}

function readVersion(value: unknown, place: string, reading: Reading): Version {
  const fields = fieldsOf(value, place, reading.faults)
  const version = { at: timeOf(fields, 'at', reading), title: fields.text('title'), body: fields.text('body') }
  fields.done()
  return version
}

function readReprint(value: unknown, place: string, sources: readonly string[], reading: Reading): Reprint {
  const fields = fieldsOf(value, place, reading.faults)
  const reprint: Reprint = {
    in: fields.oneOf('in', sources),
    at: timeOf(fields, 'at', reading),
    title: fields.text('title'),
    credit: fields.oneOf('credit', ['element', 'byline']),
    cut: fields.oneOf('cut', ['last', 'nothing'], 'nothing'),
  }
  fields.done()
  return reprint
}

function readCopy(value: unknown, place: string, sources: readonly string[], reading: Reading): Copy {
  const fields = fieldsOf(value, place, reading.faults)
  const copy: Copy = {
    in: fields.oneOf('in', sources),
    at: timeOf(fields, 'at', reading),
    title: fields.text('title'),
    body: fields.text('body'),
    address: fields.oneOf('address', ['utm', 'amp', 'mobile', 'https', 'fragment']),
    lacks: readLacks(fields),
  }
  fields.done()
  return copy
}

/** The run of old notes. */
export function readArchive(value: unknown, sources: readonly string[], reading: Reading): Archive {
  const fields = fieldsOf(value, 'archive', reading.faults)
  const archive: Archive = {
    source: fields.oneOf('source', sources),
    count: fields.whole('count'),
    newestAt: timeOf(fields, 'newest', reading),
    title: fields.text('title'),
    places: fields.texts('places'),
    makers: fields.texts('makers'),
    flaws: fields.texts('flaws'),
    fates: fields.texts('fates'),
  }
  fields.done()
  return archive
}
