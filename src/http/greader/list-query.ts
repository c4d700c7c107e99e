import type { PageQuery } from '../../app/article-pages.ts'
import type { ReaderWeb } from '../../app/web-app.ts'
import type { Form } from './form.ts'
import { parseStreamId, type Stream } from './stream-id.ts'

const OF_STATES = { all: {}, starred: { saved: true }, read: { unread: false }, unread: { unread: true } }

/** What is on a stream; null for one that is not there, which is empty. */
export async function queryOf(own: ReaderWeb, stream: Stream): Promise<PageQuery | null> {
  if (stream.kind === 'feed') return { feeds: [stream.feed] }
  if (stream.kind in OF_STATES) return OF_STATES[stream.kind as keyof typeof OF_STATES]
  if (stream.kind !== 'label') return null
  const tab = await tabOfLabel(own, stream.label)
  return tab === null ? null : { tab }
}

/** Labels are the names of tabs. */
export async function tabOfLabel(own: ReaderWeb, label: string): Promise<string | null> {
  return (await own.tabs.list()).find(({ id, name }) => name === label || id === label)?.id ?? null
}

const MS = 1_000

/** The same within what a request leaves out (`xt`), asks for besides (`it`), and the times of its items (`ot`, `nt`). */
export function limitedQuery(query: PageQuery, form: Form): PageQuery {
  const kinds = (name: string) => new Set(form.all(name).map((id) => parseStreamId(id)?.kind))
  const [without, within] = [kinds('xt'), kinds('it')]
  const seconds = (name: string) => {
    // NetNewsWire once sent fractions of a second.
    const value = Math.floor(Number(form.first(name) ?? Number.NaN))
    return Number.isSafeInteger(value) && value > 0 ? value : null
  }
  const [after, upTo] = [seconds('ot'), seconds('nt')]
  return {
    ...query,
    ...(without.has('read') || within.has('unread') ? { unread: true } : {}),
    ...(within.has('read') || without.has('unread') ? { unread: false } : {}),
    ...(within.has('starred') ? { saved: true } : {}),
    ...(without.has('starred') ? { saved: false } : {}),
    // Times are those at which items came in: what is old but came late is not missed.
    // Fluent Reader rounds the time of its newest item up, so that a second more is given: apps know items by their ids.
    ...(after === null ? {} : { seenAfter: (after - 1) * MS - 1 }),
    ...(upTo === null ? {} : { seenUpTo: upTo * MS + MS - 1 }),
  }
}

/** An instant in seconds, or, with more digits than seconds will ever have, in milliseconds or microseconds. */
export function instantOf(text: string | null): number | null {
  if (text === null || !/^\d{1,19}$/.test(text)) return null
  if (text.length >= 16) return Number(BigInt(text) / 1_000n)
  return text.length >= 13 ? Number(text) : Number(text) * MS + MS - 1
}
