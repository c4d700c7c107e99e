import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depthSignals } from './depth-signals.ts'

/*
 * Most texts are told apart by a search for a few characters. That a longer search would find nothing there is tested by putting in
 * front of each text what passes the search and changes nothing.
 */

const PIECES = [
  '<ul>',
  '</ul>',
  '<ol>',
  '<li>',
  '</li>',
  '<table>',
  '<tr>',
  '<p>',
  '<link>',
  '<a href="https://b.example/x">',
  '</a>',
]
const TEXTS = [
  'one',
  '\n',
  '- ',
  '3 ',
  '4.5 ',
  '% ',
  'kg ',
  '２５',
  'ｋｇ',
  '百分之三',
  '2026 ',
  ' ',
  'https://c.example/y ',
  'café ',
]

const some = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((list) => list.join(''))

test('a text that passes the first search by accident has the same signs of depth', () => {
  fc.assert(
    fc.property(some(PIECES), some(TEXTS), (html, text) => {
      const url = 'https://a.example/1'
      const forced = `<i data-x="<li <tr"></i><link href="">${html}`
      expect(depthSignals({ url, text, body: html })).toEqual(depthSignals({ url, text, body: forced }))
      const bare = depthSignals({ url, text, body: null })
      const wide = depthSignals({ url, text: `${text}\nｏ ://`, body: null })
      expect({ ...bare, hasList: false }).toEqual({ ...wide, hasList: false })
    }),
  )
})
