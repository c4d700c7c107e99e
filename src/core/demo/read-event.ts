import { type Fields, fieldsOf } from './fields.ts'
import { type ReadContext, timeOf } from './read-source.ts'
import type { Archive, Copy, Lack, Reprint, Telling, Version, WorldEvent } from './world.ts'

const lacks: readonly Lack[] = ['title', 'date', 'link']

/** Reads one event of the description with all its articles. */
export function readEvent(value: unknown, path: string, sources: readonly string[], context: ReadContext): WorldEvent {
  const fields = fieldsOf(value, path, context.faults)
  const event: WorldEvent = {
    id: fields.text('id'),
    about: fields.text('about'),
    tellings: fields.list('tellings').map((one, i) => readTelling(one, `${path}.tellings[${i}]`, sources, context)),
  }
  if (event.tellings.length === 0) fields.fault('tellings', 'must hold at least one')
  fields.done()
  return event
}

/** Reads a short piece of news from a single newsroom: event and article in one. */
export function readBrief(value: unknown, path: string, sources: readonly string[], context: ReadContext): WorldEvent {
  const fields = fieldsOf(value, path, context.faults)
  const id = fields.text('id')
  const telling = tellingOf(fields, path, sources, context)
  fields.done()
  return { id, about: 'small news that stands alone', tellings: [telling] }
}

function readTelling(value: unknown, path: string, sources: readonly string[], context: ReadContext): Telling {
  const fields = fieldsOf(value, path, context.faults)
  const telling = tellingOf(fields, path, sources, context)
  fields.done()
  return telling
}

function tellingOf(fields: Fields, path: string, sources: readonly string[], context: ReadContext): Telling {
  const lacking = readLacks(fields)
  const at = timeOf(fields, 'at', context)
  const title = lacking.includes('title') ? '' : fields.text('title')
  const first: Version = { at, title, body: fields.text('body') }
  const telling: Telling = {
    in: fields.oneOf('in', sources),
    by: fields.textOr('by', null),
    tags: fields.texts('tags'),
    lacks: lacking,
    versions: [first, ...fields.list('revise').map((one, i) => readVersion(one, `${path}.revise[${i}]`, context))],
    reprints: fields.list('reprints').map((one, i) => readReprint(one, `${path}.reprints[${i}]`, sources, context)),
    copies: fields.list('copies').map((one, i) => readCopy(one, `${path}.copies[${i}]`, sources, context)),
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

function readVersion(value: unknown, path: string, context: ReadContext): Version {
  const fields = fieldsOf(value, path, context.faults)
  const version = { at: timeOf(fields, 'at', context), title: fields.text('title'), body: fields.text('body') }
  fields.done()
  return version
}

function readReprint(value: unknown, path: string, sources: readonly string[], context: ReadContext): Reprint {
  const fields = fieldsOf(value, path, context.faults)
  const reprint: Reprint = {
    in: fields.oneOf('in', sources),
    at: timeOf(fields, 'at', context),
    title: fields.text('title'),
    credit: fields.oneOf('credit', ['element', 'byline']),
    cut: fields.oneOf('cut', ['last', 'nothing'], 'nothing'),
  }
  fields.done()
  return reprint
}

function readCopy(value: unknown, path: string, sources: readonly string[], context: ReadContext): Copy {
  const fields = fieldsOf(value, path, context.faults)
  const copy: Copy = {
    in: fields.oneOf('in', sources),
    at: timeOf(fields, 'at', context),
    title: fields.text('title'),
    body: fields.text('body'),
    address: fields.oneOf('address', ['utm', 'amp', 'mobile', 'https', 'fragment']),
    lacks: readLacks(fields),
  }
  fields.done()
  return copy
}

/** Reads the archive of old notes. */
export function readArchive(value: unknown, sources: readonly string[], context: ReadContext): Archive {
  const fields = fieldsOf(value, 'archive', context.faults)
  const archive: Archive = {
    source: fields.oneOf('source', sources),
    count: fields.whole('count'),
    newestAt: timeOf(fields, 'newest', context),
    title: fields.text('title'),
    places: fields.texts('places'),
    makers: fields.texts('makers'),
    flaws: fields.texts('flaws'),
    fates: fields.texts('fates'),
  }
  fields.done()
  return archive
}
