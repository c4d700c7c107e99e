import { expect, test } from 'vitest'
import { asInvoked } from './as-invoked.ts'

test.each([
  ['`copytaster init` writes a feeds.yaml', '`npm start -- init` writes a feeds.yaml'],
  ['`copytaster articles` and `search` show them', '`npm start -- articles` and `search` show them'],
  ['copytaster.db is the database of `copytasters`', 'copytaster.db is the database of `copytasters`'],
])('"%s" becomes "%s"', (text, expected) => expect(asInvoked(text, 'npm start --')).toBe(expected))
