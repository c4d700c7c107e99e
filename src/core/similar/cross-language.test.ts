import { describe, expect, test } from 'vitest'
import { eventGroups, type StoryText } from './cross-language.ts'

const HOUR_MS = 3_600_000

const story = (key: string, language: string, title: string, text: string | null = null, hours = 0): StoryText => ({
  key,
  language,
  texts: [{ title, text }],
  firstAt: hours * HOUR_MS,
  lastAt: hours * HOUR_MS,
})

const ferry = story(
  'a',
  'en',
  'Philippine ferry death toll rises to 14',
  'Divers recovered five more bodies from the ferry Dalisay 3 off Cuyo. Ninety-six people have been rescued; 140 were aboard.',
)

describe('eventGroups', () => {
  test.each([
    [
      'names and figures in Latin script',
      story('b', 'de', 'Fährunglück vor Cuyo: 14 Tote', 'Die «Dalisay 3» hatte 140 Menschen an Bord.', 3),
    ],
    [
      'places, figures and numbers in Chinese',
      story('b', 'zh', '菲國渡輪翻覆增至14死', '載有約140人的渡輪「達利賽3號」翻覆，菲律賓海巡署表示另有96人獲救。', 4),
    ],
  ])('joins stories by %s', (_, other) => {
    expect([...eventGroups([ferry, other])]).toEqual([
      ['a', 'a'],
      ['b', 'a'],
    ])
  })

  test.each([
    ['of one language', story('b', 'en', 'Ferry toll at 14: Dalisay 3 sank off Cuyo', '140 were aboard.', 1)],
    [
      'days apart',
      story('b', 'de', 'Fährunglück vor Cuyo: 14 Tote', 'Die «Dalisay 3» hatte 140 Menschen an Bord.', 90),
    ],
    ['that share one name', story('b', 'es', 'Las hermanas Dalisay cantan en Madrid', 'El concierto fue largo.', 1)],
    ['that share numbers alone', story('b', 'de', 'Spargel kostet 14 Euro', 'Das sind 96 Cent mehr.', 1)],
    ['of a briefing', story('b', 'de', 'Der Morgen: Cuyo, Dalisay, 14 Tote und 140 Gründe', null, 1)],
  ])('leaves apart stories %s', (_, other) => expect(eventGroups([ferry, other]).size).toBe(0))

  test('does not depend on the order of stories', () => {
    const others = [
      story('b', 'de', 'Fährunglück vor Cuyo: 14 Tote', 'Die «Dalisay 3» hatte 140 Menschen an Bord.', 3),
      story('c', 'es', 'Catorce muertos frente a Cuyo', 'El «Dalisay 3» llevaba 140 personas.', 4),
    ]
    const sorted = (groups: ReadonlyMap<string, string>) => [...groups].sort()
    expect(sorted(eventGroups([ferry, ...others]))).toEqual(sorted(eventGroups([...others, ferry].toReversed())))
  })
})
