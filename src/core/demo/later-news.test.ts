import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { answerTo } from './answer-to.ts'
import { continuedWorld, laterPartsFrom, laterSources } from './later-news.ts'
import type { World } from './world.ts'
import { worldFrom } from './world-from.ts'

const read = (name: string) => parse(readFileSync(new URL(`../../../demo/${name}`, import.meta.url), 'utf8'))
const world = worldFrom(read('world.yaml'))
const parts = laterPartsFrom(read('later.yaml'))
const HOUR = 3_600_000
const later = (hours: number) => continuedWorld(world, parts, world.closesAt + hours * HOUR)
const written = (hours: number) => later(hours).events.slice(world.events.length)

/** Whole documents are compared as one text: member by member it would take long. */
const shown = (one: World, url: string, at: number) => {
  const found = answerTo(one, { url, ifNoneMatch: null, ifModifiedSince: null }, at)
  return found.kind === 'answer'
    ? JSON.stringify({ ...found, body: Buffer.from(found.body).toString('base64') })
    : found.kind
}

test('until its end the world answers as it was written', () => {
  const continued = later(30)
  for (const { url } of world.sources)
    for (const at of [world.opensAt + 7 * HOUR, world.closesAt])
      expect(shown(continued, url, at) === shown(world, url, at)).toBe(true)
})

test('within a quarter of an hour every publisher who goes on has written something', () => {
  const early = written(1).flatMap(({ tellings }) =>
    tellings.filter(({ versions }) => versions[0]!.at <= world.closesAt + HOUR / 4),
  )
  expect(new Set(early.map((one) => one.in))).toEqual(new Set(laterSources(world).map(({ id }) => id)))
})

test('every day has its news, in every language, and what was written stays', () => {
  const [first, third] = [written(20), written(70)]
  expect(first.length).toBeGreaterThan(200)
  expect(third.length).toBeGreaterThan(2.5 * first.length)
  const ids = new Map(third.map((event) => [event.id, event]))
  for (const event of first) expect(ids.get(event.id)).toEqual(event)
})

test('headlines of one day rarely repeat', () => {
  const titles = written(20).map(({ tellings }) => tellings[0]!.versions[0]!.title)
  expect(new Set(titles).size).toBeGreaterThan(0.8 * titles.length)
  expect(titles.join()).not.toMatch(/[{}]/)
})

test('faulty parts are reported all at once', () => {
  expect(() => laterPartsFrom({ zh: { places: [], news: [{ title: 1 }] } })).toThrow(/later/)
})
