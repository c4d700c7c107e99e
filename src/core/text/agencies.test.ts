import { describe, expect, test } from 'vitest'
import { agencyOf, datelineAgency, namesNewsroom } from './agencies.ts'

test.each([
  ['LONDON, Nov 3 (Reuters) - Shares rose.', 'Reuters'],
  ['(AP) — Shares rose.', 'Associated Press'],
  ['Frankfurt am Main (dpa) - Der Dax steigt.', 'dpa'],
  ['Kiel (dmd) – Der Hafen ist zu.', 'dmd'],
  ['（中央社記者王小明台北14日電）', 'CNA'],
  ['Meier (CDU) – der Minister – schweigt.', null],
  ['The plan (new) - at last - passed.', null],
  ['Der Hafen (klein) ist zu.', null],
])('the dateline of "%s" names %s', (text, agency) => expect(datelineAgency(text)).toBe(agency))

test('a byline is an agency or a person', () => {
  expect(agencyOf('Agence France-Presse')).toBe('AFP')
  expect(agencyOf('Nora Reut')).toBeNull()
})

describe('namesNewsroom', () => {
  test.each([
    ['Reuters', 'reuters'],
    ['Meridian', 'Meridian News Agency'],
    ['dmd', 'Deutscher Meldungsdienst'],
    ['AFP', 'Agence France-Presse'],
    ['dpa', 'Deutsche Presse-Agentur'],
  ])('%s is %s', (byline, name) => expect(namesNewsroom(byline, name)).toBe(true))

  test.each([
    ['dmd', 'Hansa-Tagblatt'],
    ['ap', 'Alpenblick'],
    ['The', 'The Northgate Courant'],
    ['dmd', 'Dorfmagazin'],
    ['AP', 'Another Paper of Aarhus'],
  ])('%s is not %s', (byline, name) => expect(namesNewsroom(byline, name)).toBe(false))
})
