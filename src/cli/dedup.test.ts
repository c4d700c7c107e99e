import { expect, test } from 'vitest'
import type { Act } from './command.ts'
import { dedupCommand } from './dedup.ts'
import { openTerminal } from './terminal.ts'

const LINES = [
  {
    id: 'a',
    title: 'Ferry runs aground near lighthouse',
    url: 'https://a.example/1',
    source: 'A',
    published: '2026-01-02T03:00:00Z',
  },
  {
    id: 'b',
    title: 'Ferry runs aground near lighthouse',
    url: 'https://b.example/1',
    source: 'B',
    published: '2026-01-02T04:00:00Z',
  },
  {
    id: 'c',
    title: 'Council votes on parks',
    url: 'https://a.example/2',
    source: 'A',
    published: '2026-01-02T05:00:00Z',
  },
  {
    id: 'd',
    title: 'Ferry runs aground near lighthouse',
    url: 'http://www.a.example/1?utm_source=x',
    source: 'A',
    published: '2026-01-02T06:00:00Z',
  },
]

async function run(args: readonly string[], lines: readonly object[] = LINES) {
  const printed: string[] = []
  let failure: unknown = null
  const act: Act = async (options, work) => {
    const terminal = openTerminal(options, { out: (line) => printed.push(line.trimEnd()), err: () => {} })
    await work(terminal as never).catch((error: unknown) => {
      failure = error
    })
  }
  const read = async () => lines.map((line) => JSON.stringify(line)).join('\n')
  await dedupCommand(act, read, () => ({
    policy: 'calibrated',
    retentionDays: 30,
    numberVeto: true,
    titleStep: true,
  })).parseAsync(['-', ...args], { from: 'user' })
  return { rows: printed.map((line) => JSON.parse(line)), failure }
}

test('answers in the order of the input, with a story for each', async () => {
  const { rows } = await run([])
  expect(rows.map(({ id, disposition, story }) => [id, disposition, story])).toEqual([
    ['a', 'unique', 'a'],
    ['b', 'near_duplicate', 'a'],
    ['c', 'unique', 'c'],
    ['d', 'exact_duplicate', 'a'],
  ])
  expect(rows[1].matches[0]).toMatchObject({
    layer: 'title',
    with: 'a',
    measure: 'soft-idf',
    threshold: 0.83,
    veto: null,
  })
})

test('a policy that skips puts the skipped into the story of what stands', async () => {
  const { rows } = await run(['--policy', 'three-tier'])
  expect(rows.map(({ disposition, story }) => [disposition, story])).toEqual([
    ['unique', 'a'],
    ['near_duplicate', 'a'],
    ['unique', 'c'],
    ['exact_duplicate', 'a'],
  ])
})

test('names the policies when it does not know one', async () => {
  const { failure } = await run(['--policy', 'strict'])
  expect(String(failure)).toContain('calibrated, layered, three-tier, newest-wins, got "strict"')
})
