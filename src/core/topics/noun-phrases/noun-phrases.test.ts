import { expect, test } from 'vitest'
import { languageTokens, nounPhrases, readEvidence } from './noun-phrases.ts'
import { spokenLanguage } from './spoken-language.ts'
import { writePhrase } from './write-phrase.ts'

function phrasesOf(language: string, text: string, other = ''): string[] {
  const tokens = languageTokens(text, language)
  const evidence = readEvidence([tokens, languageTokens(other, language)])
  return nounPhrases(tokens, language, evidence).map((phrase) => writePhrase(phrase, text, language, evidence))
}

test.each([
  [
    'verbs and what follows them',
    'en',
    'Chile central bank cuts rate to 4.25% in surprise move',
    ['Chile central bank', 'rate', 'surprise move'],
  ],
  ['a plural before its verb', 'en', 'Gulf stocks end mixed', ['Gulf stocks']],
  ['a verb after "to"', 'en', 'Council to cut bus routes', ['Council', 'bus routes']],
  ['of joins two nouns', 'en', 'Battle could decide balance of power', ['battle', 'balance of power']],
  ['a possessive ends', 'en', 'Spain’s Gredos mountains burn', ['Spain', 'Gredos mountains']],
  ['a name with a possessive', 'en', 'Strike threatens the People’s Party', ['strike', 'People’s Party']],
  [
    'headlines in capitals',
    'en',
    'Biden Cancels Trip to Chicago amid Stalled Negotiations',
    ['Biden', 'Trip', 'Chicago', 'Negotiations'],
  ],
  ['no broken letters', 'en', 'The perÃ­metro of the fire', ['fire']],
  [
    'German: small words are no nouns',
    'de',
    'Brandauer Backstuben melden Insolvenz an',
    ['Brandauer Backstuben', 'Insolvenz'],
  ],
  [
    'German: the genitive joins',
    'de',
    'Diese Reform der Pflegeversicherung kommt zu spät',
    ['Reform der Pflegeversicherung'],
  ],
  [
    'German: adjectives after an article',
    'de',
    'Ende der längsten Sitzung mit dem früheren Chef',
    ['Ende', 'längsten Sitzung', 'früheren Chef'],
  ],
  ['German: what figures count is left out', 'de', 'Prognose sieht Partei bei 24 Sitzen', ['Prognose', 'Partei']],
  [
    'Spanish: de joins, the verb does not',
    'es',
    'El fuego de Guisando cruza la garganta y obliga a desalojar',
    ['fuego de Guisando', 'garganta'],
  ],
  [
    'French: elided articles',
    'fr',
    'Attentat à l’aéroport : un record d’affluence',
    ['Attentat', 'aéroport', 'record d’affluence'],
  ],
  ['Italian: no infinitive', 'it', 'La riforma della scuola da rifare', ['riforma della scuola']],
  ['no phrases where the grammar is not known', 'hu', 'Nyugatról újabb havazás várható', []],
] as const)('%s', (_fact, language, text, expected) => expect(phrasesOf(language, text)).toEqual(expected))

test('an adjective behind a Romance noun is taken when the two stand together again', () => {
  const headline = 'Un attentat à la voiture piégée fait 19 morts'
  expect(phrasesOf('fr', headline)).toEqual(['attentat', 'voiture'])
  expect(phrasesOf('fr', headline, 'La voiture piégée a explosé.')).toEqual(['attentat', 'voiture piégée'])
})

test('a capital at the start of a sentence is kept only for a name', () => {
  expect(phrasesOf('en', 'Storm nears Norway', 'The storm is near.')).toEqual(['storm', 'Norway'])
  expect(phrasesOf('en', 'Nordkontor collapses', 'Lawyers of Nordkontor said so.')).toEqual(['Nordkontor'])
})

test('the tag of a template does not decide the language', () => {
  expect(spokenLanguage('Die Kampagne verteilt das Paket über eine Seite und ist nicht neu', 'en')).toBe('de')
  expect(spokenLanguage('The campaign spreads the package over a page', 'en')).toBe('en')
  expect(spokenLanguage('Die', 'en')).toBe('en')
})
