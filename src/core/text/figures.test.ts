import { describe, expect, test } from 'vitest'
import { figuresIn } from './figures.ts'

const read = (title: string, language: string, text: string | null = null) =>
  Object.fromEntries(figuresIn(title, text, language).map(({ kind, value }) => [kind, value]))

describe('figuresIn', () => {
  test.each([
    ['Ferry with 140 aboard capsizes off Palawan, at least three dead', 'en', { dead: '3' }],
    ['Philippine ferry death toll rises to 14 as divers search hull', 'en', { dead: '14' }],
    ['CORRECTED: Philippine coast guard lowers ferry toll to 15 after double count', 'en', { dead: '15' }],
    ['One dead, 17 ill in Legionnaires outbreak at Japanese hot spring inn', 'en', { dead: '1', ill: '17' }],
    ['Spain fire: evacuees top 5,000, Portugal sends water bombers', 'en', { evacuated: '5000' }],
    ['Magnitude 6.1 quake off eastern Taiwan, no tsunami warning', 'en', { magnitude: '6.1' }],
    ['Philippinen: Zahl der Toten nach Fährunglück steigt auf neun', 'de', { dead: '9' }],
    ['Kapitän der Unglücksfähre in Haft – 17 Tote vor Palawan', 'de', { dead: '17' }],
    ['EILMELDUNG: Prognose sieht Vorhugur bei 24 Sitzen', 'de', { seats: '24' }],
    ['Incendio en Gredos: 300 vecinos desalojados en Guisando', 'es', { evacuated: '300' }],
    ['Catorce muertos al volcar un transbordador en el oeste de Filipinas', 'es', { dead: '14' }],
    ['Filipinas rebaja a 15 los muertos del transbordador', 'es', { dead: '15' }],
    ['El perímetro supera las 6.000 hectáreas y los evacuados llegan a 5.100', 'es', { evacuated: '5100' }],
    ['Storm: 120 kilometres of dykes gone, dead now 31', 'en', { dead: '31' }],
    ['After the rain 5,100 people remained in shelters', 'en', { evacuated: '5100' }],
    ['Nach dem Regen: 2.900 harren weiter in Notunterkünften aus', 'de', { evacuated: '2900' }],
    ['Waldbrand in Zentralspanien: 3.400 Menschen müssen in der Nacht fliehen', 'de', { evacuated: '3400' }],
    ["Wildfire forces 1,200 from villages in Spain's Gredos mountains", 'en', { evacuated: '1200' }],
    ['Flood drives some 900 people from their homes', 'en', { evacuated: '900' }],
    ['菲國渡輪翻覆增至14死 船長：閃避暴雨雲團時貨物滑動', 'zh', { dead: '14' }],
    ['菲律宾沉船事故死亡人数升至17人 船长被拘留', 'zh', { dead: '17' }],
    ['凌晨花蓮地震規模修正為5.9 蘇花公路落石單線通行', 'zh', { magnitude: '5.9' }],
    ['フィリピンのフェリー転覆、死者17人に 船長を拘束', 'ja', { dead: '17' }],
    ['さざなみ荘の感染18人に 80代女性が死亡', 'ja', { ill: '18' }],
  ])('reads %s', (title, language, expected) => expect(read(title, language)).toMatchObject(expected))

  test.each([
    ['Salvage crews right Philippine ferry, find three more dead', 'en'],
    ['Kran richtet «Dalisay 3» auf – drei weitere Tote im Maschinenraum', 'de'],
    ['Apple opens 14 stores in Japan', 'en'],
    ['Strike forces 200 flights from London to wait', 'en'],
  ])('finds no figure in %s', (title, language) => expect(read(title, language)).toEqual({}))

  test('prefers the title to the text', () =>
    expect(read('Ferry toll now 16', 'en', 'Earlier reports spoke of 15 dead.')).toEqual({ dead: '16' }))
})
