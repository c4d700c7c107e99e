import { expect, test } from 'vitest'
import { feedStreamId, labelId, parseStreamId, stateId } from './stream-id.ts'

test.each([
  ['user/-/state/com.google/reading-list', { kind: 'all' }],
  ['user/1005/state/com.google/reading-list', { kind: 'all' }],
  ['user/-/state/com.google/starred', { kind: 'starred' }],
  ['user/-/state/com.google/read', { kind: 'read' }],
  ['user/-/state/com.google/kept-unread', { kind: 'unread' }],
  ['user/-/label/News & more', { kind: 'label', label: 'News & more' }],
  ['user/-/label/a/b', { kind: 'label', label: 'a/b' }],
  ['feed/17', { kind: 'feed', feed: 17 }],
  ['feed/https://news.example/rss', { kind: 'address', url: 'https://news.example/rss' }],
  ['feed/', null],
  ['feed/2147483648', null],
  ['user/-/state/com.google/like', null],
  ['user/-/state/com.google/', null],
  ['reading-list', null],
  ['', null],
])('%s', (id, stream) => {
  expect(parseStreamId(id)).toEqual(stream)
})

test('what is given out is understood', () => {
  expect(parseStreamId(stateId('starred'))).toEqual({ kind: 'starred' })
  expect(parseStreamId(labelId('x'))).toEqual({ kind: 'label', label: 'x' })
  expect(parseStreamId(feedStreamId(3))).toEqual({ kind: 'feed', feed: 3 })
})
