import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* What a reader of the page may be refused has a reason, so that the page can tell it in their language. */

const FOLDER = import.meta.dirname
const files = readdirSync(FOLDER).filter((name) => /^web-.*\.ts$/.test(name) && !name.endsWith('.test.ts'))

test('there are files to look at, and they refuse things', () => {
  const refusals = files.map(
    (name) => readFileSync(join(FOLDER, name), 'utf8').match(/new UserError\(\{/g)?.length ?? 0,
  )
  expect(refusals.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(15)
})

test.each(files)('%s refuses nothing with a bare sentence', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  expect(text.match(/new (?:UserError|NotAllowed)\((?!\s*\{)[^\n]*/g) ?? []).toEqual([])
})
