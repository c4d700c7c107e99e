import { describe, expect, test } from 'vitest'
import { entities } from './entities.ts'

const found = (text: string) => entities(text).map(({ kind, text: written }) => `${kind} ${written}`)

describe('entities', () => {
  test.each([
    [
      'runs of capitals',
      'Yesterday the writer Ada Bright met Omar Quill in a park.',
      ['person Ada Bright', 'person Omar Quill'],
    ],
    ['who stands behind an office', 'They say President Ada Bright left.', ['person Ada Bright']],
    ['organisations by their ending', 'He said Acme Widgets Inc grew.', ['organisation Acme Widgets Inc']],
    ['places by the gazetteer', 'He went to Norway.', ['place Norway']],
    ['dates', 'It happened on March 3, 2024.', ['date March 3, 2024']],
    ['Han endings', '神奈川県で会見', ['place 神奈川県']],
    ['katakana', 'マイクロソフトが発表', ['name マイクロソフト']],
    ['Cyrillic names', 'Вчера приехал Иван Петров', ['person Иван Петров']],
  ])('finds %s', (_fact, text, expected) => expect(found(text)).toEqual(expected))

  test('takes no name from the word that opens a sentence', () => {
    expect(found('Nothing happened. Later it rained.')).toEqual([])
  })

  test('takes only known places from a headline set in capitals', () => {
    expect(found('Storm Batters Norway Coast While Ferries Wait')).toEqual(['place Norway'])
  })
})
