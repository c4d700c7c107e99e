import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mendMojibake } from './mend-mojibake.ts'

test.each([
  ['an accented letter', 'KÃ¶nnte Roger Federer', 'Könnte Roger Federer'],
  ['a curly apostrophe', 'la relaxe dâ€™un enseignant', 'la relaxe d’un enseignant'],
  ['a letter whose second byte is a Windows sign', 'campeÃ³n', 'campeón'],
  ['a word that really has such letters', 'São Paulo, Ânimo', 'São Paulo, Ânimo'],
  ['plain text', 'Nothing to mend', 'Nothing to mend'],
])('mendMojibake: %s', (_fact, text, expected) => expect(mendMojibake(text)).toBe(expected))

test('what was read wrongly comes back, whatever it was', () => {
  const asWindows = new Map(Array.from('éñöüßéâœ“”’—ж中', (character) => [character, misread(character)]))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...asWindows.keys(), 'a', ' ')), (characters) => {
      const wrong = characters.map((character) => asWindows.get(character) ?? character).join('')
      expect(mendMojibake(wrong)).toBe(characters.join(''))
    }),
    { seed: 16 },
  )
})

const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
function misread(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) =>
    byte >= 0x80 && byte < 0xa0 ? HIGH[byte - 0x80] : String.fromCharCode(byte),
  ).join('')
}
