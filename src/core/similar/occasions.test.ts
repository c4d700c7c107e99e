import { expect, test } from 'vitest'
import { occasionsDiffer, occasionsIn } from './occasions.ts'

test.each([
  ['two quarters', 'Tarn restates third-quarter profit', 'Tarn beats fourth-quarter forecasts', true],
  ['two episodes', 'The Harbour Show episode 41', 'The Harbour Show episode 42', true],
  ['two episodes with a number sign', 'The Harbour Show #23: Tides', 'The Harbour Show #24: Tides', true],
  ['one episode with a number sign', 'The Harbour Show #23', '#23 of the Harbour Show', false],
  ['two character references', 'Ferry &#8211; toll', 'Ferry &#8212; toll', false],
  ['two days of weather', 'Weather in Hamburg on Friday', 'Weather in Hamburg on Saturday', true],
  ['two days of a market', '3/2台股盤後：收盤跌212點', '3/3台股盤後：昀石重挫', true],
  ['two days of weather in Russian', 'Прогноз погоды на 8 ноября', 'Прогноз погоды на 16 ноября', true],
  ['two days of a series', 'Image of the Day: May 21', 'Image of the Day: April 2', true],
  ['two days with a year', 'Forex & Gold 6 March 2013', 'Forex & Gold 12 March 2013', true],
  ['one day in two orders', 'Referendum set for 8 June', 'June 8th named for referendum', false],
  ['two numbers before a verb', 'Ferry sinks: 8 may be dead', 'Ferry sinks: 12 may be dead', false],
  ['one day', 'Strike begins on Friday', 'Crew strike on Friday hits flights', false],
  ['a day and none', 'Strike begins on Friday', 'Crew strike hits flights', false],
  ['two shares', '1月住宅價格指數月減0.4%', '房價台中1月跌0.9%', false],
  ['two tolls', 'Toll rises to 14', 'Toll rises to 19', false],
])('occasionsDiffer: %s', (_fact, a, b, expected) =>
  expect(occasionsDiffer(occasionsIn(a), occasionsIn(b))).toBe(expected),
)
