import { expect, test } from 'vitest'
import { createDeduper, type DedupItem, restoreDeduper } from './deduper.ts'
import { POLICY_NAMES } from './policies.ts'

const items: DedupItem[] = [
  { id: 'a', title: 'Ferry runs aground near lighthouse', url: 'https://a.example/1', source: 'A', published: 1 },
  { id: 'b', title: 'Ferry runs aground near lighthouse', url: 'https://b.example/1', source: 'B', published: 2 },
  { id: 'c', title: 'Council votes on parks', guid: '7', feed: 'x', published: 3 },
  { id: 'd', title: 'Council votes on parks again', guid: '7', feed: 'x', published: 4 },
  { id: 'e', title: 'Choir wins a prize', url: 'not an address', published: null },
]

test.each(POLICY_NAMES)('a deduper under %s goes on after a restart as if there had been none', (policy) => {
  const whole = createDeduper(policy)
  const answers = items.map(whole.add)
  const first = createDeduper(policy)
  const early = items.slice(0, 2).map(first.add)
  const second = restoreDeduper(first.snapshot(), policy)
  expect([...early, ...items.slice(2).map(second.add)]).toEqual(answers)
  expect(second.storyOf()).toEqual(whole.storyOf())
})

test('what changed under one guid is a revision of the item before', () => {
  const deduper = createDeduper()
  const answers = items.map(deduper.add)
  expect(answers[3]).toMatchObject({ disposition: 'revision', story: 'c' })
  expect(deduper.stories().find(({ members }) => members.includes('c'))).toMatchObject({ members: ['c'], newsrooms: 1 })
})

test('a hand-made split is obeyed', () => {
  const constraints = [{ kind: 'split' as const, a: 'a', b: 'b', at: 1 }]
  const deduper = createDeduper('calibrated', { constraints })
  for (const item of items) deduper.add(item)
  expect(deduper.storyOf().get('a')).not.toBe(deduper.storyOf().get('b'))
})

test('the preferred source has a tie', () => {
  const both = [
    { id: '1', title: 'One', url: 'https://a.example/1', feed: 'late', published: 5 },
    { id: '2', title: 'One', url: 'https://a.example/1', feed: 'early', published: 5 },
  ]
  const answer = (sources: readonly string[]) => {
    const deduper = createDeduper('newest-wins', { sources })
    return both.map(deduper.add)[1]!.disposition
  }
  expect([answer(['early', 'late']), answer(['late', 'early'])]).toEqual(['revision', 'exact_duplicate'])
})
