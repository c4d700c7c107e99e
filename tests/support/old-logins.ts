import { keyHash } from '../../src/core/text/key-hash.ts'

const bytes = (hex: string) => ({ base64: Buffer.from(hex, 'hex').toString('base64') })
const SECRET = 'https://ann:s3cret@a.example'

/** The lines of a backup made before logins were kept apart: one feed with a login that moved, one without. */
export const oldStoreWithLogins: readonly unknown[] = [
  {
    copytaster: 'backup',
    version: 1,
    madeAt: '2026-01-01T00:00:00.000Z',
    migrations: ['0001-house', '0002-search', '0003-stories', '0004-readers', '0005-links', '0006-versions'],
  },
  {
    table: 'source',
    columns: ['id', 'url_key', 'url', 'kind', 'max_items', 'position', 'origin', 'created_at'],
    lastId: 2,
  },
  [1, bytes(keyHash('ann:s3cret@a.example/rss')), `${SECRET}/rss`, 'major', 20, 0, 'file', 0],
  [2, bytes(keyHash('b.example/rss')), 'https://b.example/rss', 'major', 20, 1, 'file', 0],
  {
    table: 'feed',
    columns: [
      'id',
      'source_id',
      'url',
      'host',
      'previous_urls',
      'state',
      'next_at',
      'next_reason',
      'last_entries',
      'history',
    ],
    lastId: 2,
  },
  [1, 1, `${SECRET}/new`, 'a.example', JSON.stringify([`${SECRET}/rss`]), 'healthy', 0, 'first', bytes(''), '{}'],
  [2, 2, 'https://b.example/rss', 'b.example', '[]', 'healthy', 0, 'first', bytes(''), '{}'],
  { table: 'delivery', columns: ['id', 'subject', 'channel', 'recipient', 'claimed_at'], lastId: 1 },
  [1, 'digest:2026-01-01:morning', 'webhook', `${SECRET}/hook`, 0],
  { rows: 5 },
]
