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

test('a line without a title is named by its place', async () => {
  const { code, stderr } = await copytaster(['dedup', '-'], { stdin: '{"id":"1"}\n' })
  expect(code).toBe(2)
  expect(stderr).toContain('standard input:1 title is missing')
})
