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
    ['a name and what happened, in their headlines', story('b', 'es', 'Naufraga el «Dalisay 3»: hay muertos', null, 2)],
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

  test.each([
    [
      'a Chinese name by its sound',
      story('a', 'en', "Taiwan's Xiangyang Airways cabin crew to walk out", null),
      story('b', 'zh', '翔洋空服員宣布10日零時罷工', null, 1),
    ],
    [
      'a name in kana by its sound',
      story('a', 'en', 'Moon lander Tsukikage phones home', null),
      story('b', 'ja', '月着陸船「つきかげ」と通信回復', null, 1),
    ],
    [
      'a name that is an ordinary word in one language',
      story('a', 'en', 'Flames close in on a town', 'Thousands ran from Arenas de San Pedro.'),
      story('b', 'de', 'Waldbrand in Spanien', 'In Arenas de San Pedro läuteten die Glocken.', 1),
    ],
    [
      'a figure that one of them rounds',
      story('a', 'en', 'Spain fire: evacuees top 5,000, Portugal sends water bombers', null),
      story('b', 'es', 'Ya son 5.100 los evacuados por el fuego', 'Portugal envía dos aviones.', -1),
    ],
    [
      'a figure and a country',
      story('a', 'en', 'Death toll rises to 43 in blast in Syrian town', null),
      story('b', 'fr', 'Syrie : au moins 43 morts dans un attentat à la voiture piégée', null, -3),
    ],
  ])('joins stories by %s', (_, a, b) => expect(eventGroups([a, b]).size).toBe(2))

  test.each([
    [
      'a name and a country, but tell of different things',
      story('a', 'en', 'Undurraga under fire from senators', "Chile's minister denied it."),
      story('b', 'es', 'Undurraga cae en cuartos', 'La tenista chilena perdió en tres sets.', 1),
    ],
    [
      'an occurrence and a country',
      story('a', 'en', 'Shooting in US mall', 'Three people were shot in the United States.'),
      story('b', 'de', 'Schüsse in den USA', 'Ein Schütze verletzte in den USA zwei Menschen.', 1),
    ],
    [
      'many numbers',
      story('a', 'ko', '2005년 결산', '19 18 22 28 27 270 114 106'),
      story('b', 'zh', '公開信', '19 18 22 28 27 270 114 106', 1),
    ],
    [
      'a round toll and a country that one mentions',
      story('a', 'en', 'Poland: cold snap kills 10 in two days', null),
      story('b', 'fr', 'Neige : alerte dans 37 départements', 'En Pologne, le froid a fait 10 morts.', -5),
    ],
    [
      'a unit',
      story('a', 'en', 'Heat in Texas', 'It was 41 degrees Celsius.'),
      story('b', 'de', 'Hitze in Sachsen', '38 Grad Celsius.', 1),
    ],
  ])('leaves apart stories that share %s', (_, a, b) => expect(eventGroups([a, b]).size).toBe(0))

  test('does not depend on the order of stories', () => {
    const others = [
      story('b', 'de', 'Fährunglück vor Cuyo: 14 Tote', 'Die «Dalisay 3» hatte 140 Menschen an Bord.', 3),
      story('c', 'es', 'Catorce muertos frente a Cuyo', 'El «Dalisay 3» llevaba 140 personas.', 4),
    ]
    const sorted = (groups: ReadonlyMap<string, string>) => [...groups].sort()
    expect(sorted(eventGroups([ferry, ...others]))).toEqual(sorted(eventGroups([...others, ferry].toReversed())))
  })
})
