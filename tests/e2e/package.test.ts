import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the package can be imported as its exports promise', async () => {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([])
})

test('the library opens a store', async () => {
  const { openStore } = await import(`${root}dist/index.js`)
  const store = await openStore('sqlite::memory:')
  expect(await store.articlePage({ limit: 1 })).toEqual([])
  await store.close()
})
