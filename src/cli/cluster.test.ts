import { expect, test } from 'vitest'
import { clusterCommand } from './cluster.ts'
import type { Act } from './command.ts'
import { dedupCommand } from './dedup.ts'
import { openTerminal } from './terminal.ts'

const article = (id: string, hour: number, title: string, text: string | null = null) => {
  const published = `2026-01-02T0${hour}:00:00Z`
  return { id, title, text, url: `https://${id}.example/1`, source: id, published, language: 'en' }
}

const FLOOD =
  'Heavy rain flooded the harbour of Eastmere on Monday and hundreds left their homes as the river burst its banks.'
const LINES = [
  article('a', 1, 'Storm floods harbour town of Eastmere', FLOOD),
  article('b', 2, 'Norvex to acquire memory chip rival Tessel', 'Norvex joins two makers of memory chips.'),
  article('c', 3, 'Hundreds leave homes as Eastmere harbour floods', `Officials said so. ${FLOOD}`),
  article('d', 4, 'Storm floods harbour town of Eastmere'),
]

type Row = { readonly id: string; readonly topic?: string; readonly story?: string }

async function run(command: typeof clusterCommand | typeof dedupCommand, args: readonly string[] = []): Promise<Row[]> {
  const printed: string[] = []
  const act: Act = async (options, work) => {
    const terminal = openTerminal(options, { out: (line) => printed.push(line.trimEnd()), err: () => {} })
    await work(terminal as never)
  }
  const read = async () => LINES.map((line) => JSON.stringify(line)).join('\n')
  const settings = () => ({ policy: 'calibrated', retentionDays: 30, numberVeto: true, titleStep: true }) as const
  await command(act, read, settings).parseAsync(['-', ...args], { from: 'user' })
  return printed.map((line) => JSON.parse(line))
}

const groups = (names: readonly unknown[]) => names.map((name) => names.indexOf(name))

test('topics are the stories that dedup finds, copies included', async () => {
  const [topics, stories] = [await run(clusterCommand), await run(dedupCommand)]
  expect(topics.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  expect(groups(topics.map(({ topic }) => topic))).toEqual([0, 1, 0, 0])
  expect(groups(topics.map(({ topic }) => topic))).toEqual(groups(stories.map(({ story }) => story)))
})

test.each([['dbscan'], ['ward --topics 2'], ['online-kmeans --topics 2']])(
  '--method %s groups them too',
  async (args) => {
    const topics = await run(clusterCommand, ['--method', ...args.split(' ')])
    expect(groups(topics.map(({ topic }) => topic))).toEqual([0, 1, 0, 0])
  },
)
