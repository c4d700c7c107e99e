import { expect, test } from 'vitest'
import { withoutElisions } from './elisions.ts'

test.each([
  ['drops a French article', 'fr', "le prix de l'eau", 'le prix de eau'],
  ['drops a French preposition with a typographic apostrophe', 'fr', 'la relaxe d’un élève', 'la relaxe un élève'],
  ['drops a conjunction', 'fr-CA', "lorsqu'elle dit qu'il part", 'elle dit il part'],
  ['keeps a word that only looks like one', 'fr', "aujourd'hui, presqu'île", "aujourd'hui, presqu'île"],
  ['drops an Italian preposition with its article', 'it', "il prezzo dell'acqua all'estero", 'il prezzo acqua estero'],
  ['keeps a family name', 'en', "O'Brien and d'Artagnan", "O'Brien and d'Artagnan"],
  ['keeps a text of unknown language', null, "l'eau", "l'eau"],
])('withoutElisions %s', (_fact, language, text, expected) => expect(withoutElisions(text, language)).toBe(expected))
