import { createHash } from 'node:crypto'
import type { PublisherAnswer } from '../domain/publisher.ts'
import { feedDocument } from './feed-document.ts'
import { faultAt } from './listed-entries.ts'
import type { Fault, World, WorldSource } from './world.ts'
import { sourceOf } from './world-entries.ts'

const minuteMs = 60_000
const nothing = new Uint8Array(0)

/** The response at a feed's configured address at a moment, to an unconditional request. */
export function worldAt(world: World, feed: string, at: number): PublisherAnswer {
  const source = sourceOf(world, feed)
  const status = faultAt(source, 'status', at)
  if (status !== null) return refusal(status, at)
  const stall = faultAt(source, 'stall', at)
  if (stall !== null && isStalled(stall, at)) return { kind: 'stall' }
  const moved = faultAt(source, 'moved', at)
  if (moved !== null) return redirect(moved.status, moved.via[0] ?? moved.to, at)
  const detour = faultAt(source, 'detour', at)
  if (detour !== null) return redirect(detour.status, detour.to, at)
  const page = faultAt(source, 'page', at)
  return page === null ? documentAnswer(world, source, at) : pageAnswer(source, page.names, at)
}

/** The feed's document, at whichever address. */
export function documentAnswer(world: World, source: WorldSource, at: number): PublisherAnswer {
  const { bytes, contentType, changedAt } = feedDocument(world, source, at)
  const { maxAge } = source.hints
  return answer(at, 200, bytes, {
    'content-type': contentType,
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}"`,
    'last-modified': new Date(changedAt).toUTCString(),
    ...(maxAge === null ? {} : { 'cache-control': `max-age=${maxAge}` }),
  })
}

export function redirect(status: number, to: string, at: number): PublisherAnswer {
  return answer(at, status, nothing, { location: to })
}

/** The `Date` header is the world's time, not the machine's: `Retry-After` and freshness are measured against it. */
export function answer(at: number, status: number, body: Uint8Array, headers: Record<string, string>): PublisherAnswer {
  return { kind: 'answer', status, headers: { date: new Date(at).toUTCString(), ...headers }, body }
}

function refusal({ code, retry, until }: Extract<Fault, { kind: 'status' }>, at: number): PublisherAnswer {
  const back = until ?? at
  const after =
    retry === 'seconds' ? String(Math.ceil((back - at) / 1000)) : retry === 'date' ? new Date(back).toUTCString() : null
  return answer(at, code, nothing, after === null ? {} : { 'retry-after': after })
}

/** Silent for `minutes` of every `every`, counted from its beginning. */
function isStalled({ from, minutes, every }: Extract<Fault, { kind: 'stall' }>, at: number): boolean {
  return (at - from) % (every * minuteMs) < minutes * minuteMs
}

function pageAnswer({ name, title }: WorldSource, feed: string, at: number): PublisherAnswer {
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><title>${name}</title>
<link rel="alternate" type="application/rss+xml" title="${title}" href="${feed}"></head>
<body><h1>${name}</h1><p>網站改版中，訂閱網址已更新。</p></body></html>
`
  return answer(at, 200, new TextEncoder().encode(html), { 'content-type': 'text/html; charset=utf-8' })
}
