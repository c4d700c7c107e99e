import { expect, test } from 'vitest'
import { readItems } from './read-items.ts'

test('a line may be as short as an id and a title', () => {
  expect(
    readItems('{"id":"a","title":"One"}\n\n{"id":2,"title":"Two","lang":"en","body":"text"}\n', 'x'),
  ).toMatchObject([
    { id: 'a', title: 'One', text: null, published: null },
    { id: '2', language: 'en', text: 'text' },
  ])
})

test.each([
  ['not JSON', '{"id":"a","title":"x"}\n{oops', 'news.jsonl:2 is not JSON: expected one object a line'],
  ['no object', '[1]', 'news.jsonl:1 must be an object with an id and a title'],
  ['no title', '{"id":"a"}', 'news.jsonl:1 title is missing: each line needs an id and a title'],
  ['a title that is no text', '{"id":"a","title":["x"]}', 'news.jsonl:1 title must be text, got object'],
  [
    'a date that is none',
    '{"id":"a","title":"x","published":"soon"}',
    'news.jsonl:1 published must be a date, got "soon"',
  ],
  [
    'one id twice',
    '{"id":"a","title":"x"}\n{"id":"a","title":"y"}',
    'news.jsonl: the id "a" is there twice; ids must differ',
  ],
])('%s is refused with its place', (_fact, lines, expected) =>
  expect(() => readItems(lines, 'news.jsonl')).toThrow(expected),
)
