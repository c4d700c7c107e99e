import { expect, test } from 'vitest'
import { defaultPollPolicy as policy } from './poll-policy.ts'
import { validatorsToSend } from './validators-to-send.ts'

const day = 86_400_000
const now = Date.UTC(2026, 2, 2)
const stored = { etag: '"a"', lastModified: null }
const documentUrl = 'https://a.example/feed'

test.each([
  [
    'are those of the last document, with its address',
    stored,
    { documentUrl, lastDocumentAt: now - day },
    { url: documentUrl, ...stored },
  ],
  ['are none before the first document', stored, { documentUrl: null, lastDocumentAt: null }, null],
  ['are none when there are none', { etag: null, lastModified: null }, { documentUrl, lastDocumentAt: now }, null],
  ['rest after eight days of 304', stored, { documentUrl, lastDocumentAt: now - 8 * day }, null],
])('validatorsToSend %s', (_fact, validators, history, expected) =>
  expect(validatorsToSend(validators, history, now, policy)).toEqual(expected),
)
