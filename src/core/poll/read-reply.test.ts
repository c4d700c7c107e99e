import { describe, expect, test } from 'vitest'
import type { FeedDocument } from '../domain/feed-document.ts'
import type { Answer, Hop, NoAnswer, TransportFailure } from '../domain/reply.ts'
import { classifyFailure } from './classify-failure.ts'
import { finalOutcome } from './final-outcome.ts'
import { readReply } from './read-reply.ts'

const now = Date.UTC(2026, 2, 2, 12)
const url = 'https://a.example/feed'
const answer = (part: Partial<Answer> = {}): Answer => ({
  kind: 'answer',
  asked: url,
  url,
  hops: [],
  wireBytes: 1,
  tookMs: 1,
  status: 200,
  headers: {},
  body: new Uint8Array([60]),
  complete: true,
  conditional: false,
  ...part,
})
const hop = (from: string, status: 301 | 302): Hop => ({ url: from, status, permanent: status === 301 })
const moved = { url: 'https://a.example/new', hops: [hop(url, 301)] }

describe('readReply', () => {
  test.each<[string, Partial<Answer>, object]>([
    ['takes any success with a body', { status: 203 }, { kind: 'fetched' }],
    ['takes no part of a document', { status: 206 }, { kind: 'failed', failure: 'http', retry: false }],
    ['takes no success without a body', { status: 204, body: new Uint8Array() }, { kind: 'failed', failure: 'noBody' }],
    [
      'keeps both validators',
      { headers: { etag: 'W/"x"', 'last-modified': 'whenever' } },
      { validators: { url, etag: 'W/"x"', lastModified: 'whenever' } },
    ],
    ['keeps none of half a body', { headers: { etag: '"x"' }, complete: false }, { kind: 'fetched', validators: null }],
    [
      'moves for 304 too',
      { ...moved, status: 304, conditional: true },
      { kind: 'moved', to: moved.url, target: { kind: 'notModified' } },
    ],
    ['buries a feed that moved to its grave', { ...moved, status: 410 }, { kind: 'gone', url: moved.url }],
    ['does not move for an error', { ...moved, status: 500 }, { kind: 'failed', status: 500 }],
    [
      'does not move behind a temporary hop',
      { ...moved, hops: [hop(url, 302), hop('https://a.example/x', 301)] },
      { kind: 'fetched' },
    ],
    [
      'takes a redirect that leads nowhere for a failure',
      { status: 301 },
      { kind: 'failed', failure: 'http', retry: false },
    ],
  ])('%s', (_fact, part, expected) => expect(readReply(answer(part), now)).toMatchObject(expected))

  test.each<[TransportFailure, boolean, string]>([
    ['connectTimeout', true, 'timeout'],
    ['headersTimeout', true, 'timeout'],
    ['dns', true, 'connection'],
    ['refused', true, 'connection'],
    ['tls', true, 'connection'],
    ['bomb', false, 'refused'],
    ['tooLarge', false, 'refused'],
    ['forbiddenAddress', false, 'refused'],
    ['redirectLoop', false, 'http'],
    ['badEncoding', false, 'document'],
  ])('of %s may be retried: %s, and counts as %s', (failure, retry, kind) => {
    const reply: NoAnswer = {
      kind: 'noAnswer',
      asked: url,
      url,
      hops: [],
      wireBytes: 0,
      tookMs: 1,
      failure,
      message: 'm',
    }
    const outcome = readReply(reply, now)
    expect(outcome).toMatchObject({ kind: 'failed', failure, retry, message: 'm' })
    expect(classifyFailure(outcome)).toBe(kind)
  })
})

describe('finalOutcome', () => {
  const notAFeed = (looksLike: 'html' | 'empty' | 'xml') =>
    ({ kind: 'notAFeed', looksLike, encoding: null, warnings: [] }) as unknown as FeedDocument
  const aFeed = (complete: boolean) => ({ kind: 'feed', complete }) as unknown as FeedDocument
  const fetched = readReply(answer({ headers: { etag: '"x"' } }), now)
  const movedThere = readReply(answer({ ...moved, headers: { etag: '"x"' } }), now)

  test.each([
    ['a page', notAFeed('html'), { kind: 'failed', failure: 'html', page: { url } }],
    ['nothing', notAFeed('empty'), { kind: 'failed', failure: 'noBody', page: null }],
    ['other XML', notAFeed('xml'), { kind: 'failed', failure: 'unparsable', page: null }],
    ['half a feed', aFeed(false), { kind: 'fetched', validators: null }],
    ['a feed', aFeed(true), { kind: 'fetched', validators: { etag: '"x"' } }],
  ])('of %s', (_fact, document, expected) => expect(finalOutcome(fetched, document)).toMatchObject(expected))

  test('of a move believes it only when a feed is there', () => {
    expect(finalOutcome(movedThere, aFeed(true))).toBe(movedThere)
    expect(finalOutcome(movedThere, notAFeed('xml'))).toMatchObject({ kind: 'failed', failure: 'unparsable' })
    expect(finalOutcome(movedThere, aFeed(false))).toMatchObject({ kind: 'moved', target: { validators: null } })
  })

  test('of an outcome without a document changes nothing', () => {
    const gone = readReply(answer({ status: 410 }), now)
    expect(finalOutcome(gone, aFeed(true))).toBe(gone)
  })
})
