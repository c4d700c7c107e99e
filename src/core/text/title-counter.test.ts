import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchQuery } from './search-query.ts'
import { titleCounter } from './title-counter.ts'

const countIn = (title: string, line: string) => titleCounter(searchQuery(line, { now: 0, zone: 'UTC' }).clauses)(title)

test.each([
  ['each word once, however often it occurs', 'Rates, rates, rates', 'rates', 1],
  ['every word that occurs', 'Bank holds interest rate', 'interest rate falls', 2],
  ['a phrase whose words are adjacent', 'Bank holds interest rate', '"interest rate"', 1],
  ['no phrase whose words are apart', 'Interest in a rate card', '"interest rate"', 0],
  ['the start of a word', 'Advertisers wait', 'advert*', 1],
  ['a phrase that ends in the start of a word', 'Bank holds interest rates', '"interest rate*"', 1],
  ['one of two alternatives', 'Bank holds interest rate', 'stamps OR rate', 1],
  ['two alternatives as one', 'Bank holds interest rate', 'interest OR rate', 1],
  ['traditional Chinese for simplified', '台灣東部發生地震', '台湾', 1],
  ['a single character of a run', '台灣東部發生地震', '震', 1],
  ['nothing that must not occur', 'Bank holds interest rate', 'bank -rate', 1],
  ['nothing that only another field may have', 'Bank holds interest rate', 'source:bank rate', 1],
  ['nothing in an empty title', '', 'rate', 0],
])('titleCounter counts %s', (_fact, title, line, expected) => expect(countIn(title, line)).toBe(expected))

test('titleCounter finds a word where a plain comparison of all places does', () => {
  const word = fc.constantFrom('a', 'ab', 'b', 'ba', 'abc')
  const words = fc.array(word, { maxLength: 8 })
  fc.assert(
    fc.property(words, fc.array(word, { minLength: 1, maxLength: 3 }), fc.boolean(), (title, phrase, prefix) => {
      const whole = ` ${title.join(' ')} `
      const wanted = ` ${phrase.join(' ')}${prefix ? '' : ' '}`
      expect(countIn(title.join(' '), `"${phrase.join(' ')}${prefix ? '*' : ''}"`)).toBe(whole.includes(wanted) ? 1 : 0)
    }),
  )
})
