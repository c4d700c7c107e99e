import { describe, expect, test } from 'vitest'
import { worldPlacesIn } from './foreign-places.ts'

describe('worldPlacesIn', () => {
  test.each([
    ["Wildfire in Spain's mountains", 'en', ['spain']],
    ['Waldbrand in Zentralspanien', 'de', ['spain']],
    ['Der spanische Minister in Oberbayern', 'de', ['spain', 'bavaria']],
    ['la cantante mexicana', 'es', ['mexico']],
    ['Séisme au Japon', 'fr', ['japan']],
    ['Aardbeving in Griekenland', 'nl', ['greece']],
    ['菲律賓渡輪翻覆', 'zh', ['philippines']],
    ['花蓮外海地震', 'zh', ['taiwan']],
    ['フィリピンのフェリー', 'ja', ['philippines']],
    ['Island wählt', 'de', ['iceland']],
  ])('%s (%s) names %j', (text, language, places) => expect([...worldPlacesIn(text, language)]).toEqual(places))

  test.each([
    ['the island of the dead', 'en'],
    ['tenemos una montaña de ropa', 'es'],
    ['タイトル戦', 'ja'],
  ])('%s (%s) names none', (text, language) => expect(worldPlacesIn(text, language).size).toBe(0))
})
