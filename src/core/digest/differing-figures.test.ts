import { expect, test } from 'vitest'
import { aWindowArticle, SEVEN } from '../../../tests/support/a-digest-input.ts'
import { differingFigures } from './differing-figures.ts'

const HOUR_MS = 3_600_000
const said = (sourceName: string, title: string, hours: number) =>
  aWindowArticle(`${sourceName} ${hours}`, { sourceName, title, published: SEVEN - hours * HOUR_MS })

test('newsrooms whose current figures differ are both named, the newest first', () => {
  const articles = [
    said('A', 'Ferry sinks, 15 dead', 2),
    said('B', 'Ferry toll: 17 dead', 1),
    said('C', '17 dead in ferry', 3),
  ]
  expect(differingFigures(articles)).toMatchObject([
    { kind: 'dead', value: '17', sourceName: 'B' },
    { kind: 'dead', value: '15', sourceName: 'A' },
  ])
})

test('a figure that its newsroom replaced, or that is hours old, is no other opinion', () => {
  expect(
    differingFigures([said('A', '15 dead', 2), said('A', '17 dead', 1), said('B', 'Toll at 17 dead', 1.5)]),
  ).toEqual([])
  expect(differingFigures([said('A', '15 dead', 9), said('B', 'Toll at 17 dead', 1)])).toEqual([])
})

test('a late echo of a lesser source is no other opinion, nor the count of a part', () => {
  const echo = { ...said('C', 'Ferry: 17 dead', 0.5), tier: 'T4' as const }
  expect(differingFigures([said('A', '17 dead', 3), said('A', '15 dead', 2), echo])).toEqual([])
  expect(differingFigures([said('A', '19 dead', 2), said('B', 'Three dead in the engine room', 1)])).toEqual([])
})

test('a rounded figure is no other opinion', () => {
  expect(differingFigures([said('A', 'Evacuees top 5,000', 1), said('B', '5,100 evacuated', 2)])).toEqual([])
})

test('what was said before a correction has been overtaken', () => {
  expect(differingFigures([said('A', 'CORRECTED: Ferry toll is 15 dead', 1), said('B', 'Toll at 17 dead', 2)])).toEqual(
    [],
  )
})

test('seats may belong to two parties, so they are not compared', () => {
  expect(differingFigures([said('A', 'Left wins 22 seats', 2), said('B', 'Right wins 21 seats', 1)])).toEqual([])
})
