import { describe, test } from 'vitest'
import { databaseKinds } from '../support/databases.ts'
import { killWriters, writeAtOnce } from '../support/store-faults.ts'
import { volume } from '../support/volume.ts'

/* A sample; `npm run soak` kills many more. */
describe.each(databaseKinds)('on %s', (kind) => {
  test('two programs that write at once lose nothing and decide as one', () => writeAtOnce(kind, volume(60, 2000)))

  test('a writer killed at any moment leaves a whole store with all it reported', () =>
    killWriters(kind, volume(6, 200), (kill) => (kill * 37) % 400))
})
