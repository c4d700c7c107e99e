import type { PublisherAnswer, PublisherRequest } from '../domain/publisher.ts'
import { faultAt } from './listed-entries.ts'
import type { Fault, World, WorldSource } from './world.ts'
import { answer, documentAnswer, redirect, worldAt } from './world-at.ts'

/**
 * The demonstration's response to a request: serves every address a feed ever has, and conditional requests as in HTTP.
 */
export function answerTo(world: World, request: PublisherRequest, at: number): PublisherAnswer {
  for (const source of world.sources) {
    const found = request.url === source.url ? worldAt(world, source.id, at) : elsewhere(world, source, request.url, at)
    if (found !== null) return conditional(found, request, source, at)
  }
  return notFound(at)
}

/** All host names of the world, in order of appearance. */
export function worldHosts(world: World): string[] {
  const urls = world.sources.flatMap((source) => [source.url, ...source.faults.flatMap(addressesOf)])
  return [...new Set(urls.map((url) => new URL(url).hostname))]
}

function addressesOf(fault: Fault): readonly string[] {
  if (fault.kind === 'moved') return [...fault.via, fault.to]
  if (fault.kind === 'detour') return [fault.to]
  return fault.kind === 'page' ? [fault.names] : []
}

/** The response at an address that a feed redirects to; null for any other address. */
function elsewhere(world: World, source: WorldSource, url: string, at: number): PublisherAnswer | null {
  for (const fault of source.faults) {
    const addresses = addressesOf(fault)
    const index = addresses.indexOf(url)
    if (index < 0) continue
    if (faultAt(source, fault.kind, at) === null) return notFound(at)
    const next = addresses[index + 1]
    return fault.kind === 'moved' && next !== undefined
      ? redirect(fault.status, next, at)
      : documentAnswer(world, source, at)
  }
  return null
}

const notFound = (at: number) =>
  answer(at, 404, new TextEncoder().encode('not found\n'), { 'content-type': 'text/plain' })

/** RFC 9110, 13.2.2: an entity tag takes precedence over a date. */
function conditional(
  found: PublisherAnswer,
  request: PublisherRequest,
  source: WorldSource,
  at: number,
): PublisherAnswer {
  if (found.kind !== 'answer' || found.status !== 200) return found
  const { etag, 'last-modified': lastModified } = found.headers
  const { ifNoneMatch, ifModifiedSince } = request
  const asked = ifNoneMatch ?? ifModifiedSince
  const frozen = asked !== null && faultAt(source, 'frozen', at) !== null
  const same =
    ifNoneMatch === null
      ? ifModifiedSince !== null &&
        lastModified !== undefined &&
        Date.parse(lastModified) <= Date.parse(ifModifiedSince)
      : etag !== undefined && ifNoneMatch.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)
  if (!frozen && !same) return found
  const { 'content-type': _type, ...headers } = found.headers
  return { ...found, status: 304, headers: frozen ? withTag(headers, ifNoneMatch) : headers, body: new Uint8Array(0) }
}

/** Simulates a stale cache, which returns the tag of the request. */
function withTag(headers: Readonly<Record<string, string>>, tag: string | null): Readonly<Record<string, string>> {
  return tag === null ? headers : { ...headers, etag: tag }
}
