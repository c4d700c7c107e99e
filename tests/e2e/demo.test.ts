import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { worldFrom } from '../../src/core/demo/world-from.ts'
import { worldTruth } from '../../src/core/demo/world-truth.ts'
import { copytaster } from '../support/built-program.ts'
import { newDatabase } from '../support/databases.ts'

/* Three days of the invented world, through the built program. */

const world = worldFrom(parse(readFileSync(new URL('../../demo/world.yaml', import.meta.url), 'utf8')))
const truth = worldTruth(world)

async function play(kind: 'sqlite' | 'postgres', seed: number, zone: string): Promise<string> {
  const database = await newDatabase(kind)
  const args = ['demo', '--no-serve', '--json', '--seed', String(seed), '--database', database.address]
  const { code, stdout, stderr } = await copytaster(args, { env: { TZ: zone } })
  expect([code, stderr]).toEqual([0, ''])
  await database.drop()
  return stdout
}

/** The first line that differs, with the one before it: the whole is too long to look at. */
function firstDifference(a: string, b: string): string | null {
  const [left, right] = [a.split('\n'), b.split('\n')]
  const at = left.findIndex((line, i) => line !== right[i])
  return at === -1 && left.length === right.length ? null : `${left[at - 1]}\n${left[at]}\n${right[at]}`
}

interface Played {
  readonly articles: readonly { readonly source: string; readonly url: string | null; readonly title: string }[]
  readonly feeds: readonly { readonly source: string; readonly url: string; readonly state: string }[]
}

describe('the demonstration', () => {
  let first: string
  beforeAll(async () => {
    first = await play('sqlite', 1, 'Asia/Taipei')
  })

  test('comes out the same, byte for byte, for another order of arrival, zone and database', async () => {
    const second = await play('postgres', 2, 'America/New_York')
    expect(firstDifference(first, second)).toBeNull()
  })

  test('leaves every publisher in the state its faults lead to, at the address it ended at', () => {
    const { feeds } = JSON.parse(first) as Played
    const states = feeds.map(({ source, state, url }) => [source, state, url])
    expect(states).toEqual(truth.feeds.map(({ url, state, finalUrl }) => [url, state, finalUrl]))
  })

  test('has the articles of every publisher that writes its own, however broken its documents', () => {
    const { articles } = JSON.parse(first) as Played
    const writers = truth.feeds.filter(({ id }) =>
      truth.entries.some((entry) => entry.feed === id && entry.relation !== 'copy' && entry.reachable !== null),
    )
    expect(writers.length).toBeGreaterThan(30)
    for (const { url } of writers) {
      expect(articles.filter(({ source }) => source === url).length, url).toBeGreaterThan(0)
    }
  })

  test('never touches a database that is in use', async () => {
    const database = await newDatabase('sqlite')
    await copytaster([
      'feeds',
      'list',
      '--config',
      new URL('../../demo/feeds.yaml', import.meta.url).pathname,
      '--database',
      database.address,
    ])
    const { code, stderr } = await copytaster(['demo', '--no-serve', '--database', database.address])
    expect(code).toBe(2)
    expect(stderr).toContain('the demonstration needs an empty one of its own')
    await database.drop()
  })
})

test('the demonstration tells what happened, and how to go on', async () => {
  const { code, stdout } = await copytaster(['demo', '--no-serve'], { env: { COLUMNS: '100' } })
  expect(code).toBe(0)
  expect(stdout).toMatch(/3 days of \d+ feeds went by in \d+ s, over real HTTP on this machine\./)
  expect(stdout).toContain('dead')
  expect(stdout).toContain('npm start -- init')
})
