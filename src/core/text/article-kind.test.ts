import { expect, test } from 'vitest'
import { articleKind } from './article-kind.ts'

test('a category names the kind where headline and address do not', () => {
  expect(articleKind('The calendar is wrong', 'https://a.example/1', 'Opinion')).toBe('opinion')
  expect(articleKind('The calendar is wrong', 'https://a.example/1', 'Opinion polls')).toBe('report')
  expect(articleKind('新橋通車', null, '社論')).toBe('opinion')
})

test.each([
  ['Iceland election live: rural count puts Bragason back in front', null, 'live'],
  ['Atlantic Cup final live: Atlético Ribera v FC Lindenau', null, 'live'],
  ['Kommentar: Diese Reform kommt zu spät', null, 'opinion'],
  ['Why the rate cut came too soon', 'https://a.example/opinion/2026/rate-cut', 'opinion'],
  ['Sponsored: Ten reasons to buy a pump', null, 'sponsored'],
  ['【PR】新しい体重計の話', null, 'sponsored'],
  ['Pressemitteilung: Neue Brücke eröffnet', null, 'release'],
  ['Morning briefing: what to know on Friday', null, 'briefing'],
  ['Der Morgen: Nebel an der Küste, Spargel im Preistief', null, 'briefing'],
  ['海潮早報｜5月9日', null, 'briefing'],
  ['Where fishermen live and work', 'https://a.example/world/1', 'report'],
  ['Live music returns to the harbour', 'https://a.example/culture/2', 'report'],
  ['Opinion polls show a close race', 'https://a.example/politics/3', 'report'],
] as const)('"%s" at %s is of kind %s', (title, url, kind) => expect(articleKind(title, url)).toBe(kind))
