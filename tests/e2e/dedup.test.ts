import { expect, test } from 'vitest'
import { copytaster } from '../support/built-program.ts'

const lines = [
  { id: '1', title: 'Ferry runs aground near lighthouse', source: 'A', published: '2026-01-02T03:00:00Z' },
  { id: '2', title: 'BREAKING: Ferry runs aground near lighthouse', source: 'B', published: '2026-01-02T04:00:00Z' },
  { id: '3', title: 'Announcing Rust 1.84', source: 'R', published: '2026-01-02T04:00:00Z' },
  { id: '4', title: 'Announcing Rust 1.83', source: 'R', published: '2026-01-02T05:00:00Z' },
]
const stdin = lines.map((line) => JSON.stringify(line)).join('\n')

test.each([
  ['calibrated', ['unique', 'near_duplicate', 'unique', 'unique'], ['1', '1', '3', '4']],
  ['three-tier', ['unique', 'unique', 'unique', 'unique'], null],
])('dedup under %s reads lines and answers with lines', async (policy, dispositions, stories) => {
  const { code, stdout } = await copytaster(['dedup', '-', '--policy', policy], { stdin })
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(rows.map(({ disposition }) => disposition)).toEqual(dispositions)
  if (stories !== null) expect(rows.map(({ story }) => story)).toEqual(stories)
})

test('newest-wins compares titles within a source unless dedup.title_step is off', async () => {
  const versions = [
    { id: '1', title: 'Ferry runs aground near lighthouse', source: 'A', published: '2026-01-02T03:00:00Z' },
    { id: '2', title: 'Ferry runs aground near lighthouses', source: 'A', published: '2026-01-02T04:00:00Z' },
  ]
  const settings = ['--set', 'dedup.policy=newest-wins']
  const dispositions = async (args: readonly string[]) => {
    const { stdout } = await copytaster(['dedup', '-', ...settings, ...args], {
      stdin: versions.map((line) => JSON.stringify(line)).join('\n'),
    })
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).disposition)
  }
  expect(await dispositions([])).toEqual(['unique', 'revision'])
  expect(await dispositions(['--set', 'dedup.title_step=off'])).toEqual(['unique', 'unique'])
})

test('a line without a title is named by its place', async () => {
  const { code, stderr } = await copytaster(['dedup', '-'], { stdin: '{"id":"1"}\n' })
  expect(code).toBe(2)
  expect(stderr).toContain('standard input:1 title is missing')
})
