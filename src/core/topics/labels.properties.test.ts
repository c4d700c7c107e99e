import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import { foldText, words } from '../text/words.ts'
import { clusterTopics } from './cluster-topics.ts'
import type { TopicArticle } from './topic-article.ts'

/** Words and signs of several languages, with what trips up labels: figures, capitals, quotation marks, broken letters. */
const POOLS: Readonly<Record<string, readonly string[]>> = {
  en: 'The the US cuts rate bank Bank of England’s storm forces Ada Bright "we Norwegian ferries, closed: 1,200 CEO — Élan ITS'.split(
    ' ',
  ),
  de: 'Die Ab der Montag GDL streikt «Baltic Heron» Fähre Reform früherer 3:2 Untreue, zurück: Süd-Stadt ins'.split(
    ' ',
  ),
  es: 'La la reforma de las pensiones, Chile baja El Banco Central perÃ­metro ¡gol! y 4,25 % nadie'.split(' '),
  ru: 'В в новый форума движок Россия используете заявил 2006 года, «Заря» -'.split(' '),
  zh: '花蓮 地震 5.9 的 对接 空间站 「月影」 ， 宣布 ABC 鐵釘箱 ： 了 老 餅 舖'.split(' '),
  ja: '青葉新幹線 が の 架線点検 、 さざなみ荘 12人 で フェリー 「つきかげ」 ました 80代'.split(' '),
}
const text = (language: string) =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...POOLS[language]!) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
      ),
      { minLength: 1, maxLength: 14 },
    )
    .map((list) => list.join(language === 'zh' || language === 'ja' ? '' : ' '))
const article = fc.constantFrom(...Object.keys(POOLS)).chain((language) =>
  fc.record({
    language: fc.constantFrom(language, null),
    title: text(language),
    text: text(language),
    story: fc.integer({ min: 0, max: 4 }),
  }),
)
const window = fc.array(article, { minLength: 1, maxLength: 10 })

test('labels are never empty, at most 60 characters, all different, and made of words of their articles', () => {
  fc.assert(
    fc.property(window, (given) => {
      const articles: TopicArticle[] = given.map(({ language, title, text: body }, at) => {
        return { key: `k${at}`, title, text: body, language, sourceName: null, published: at, score: 50, tier: 'T3' }
      })
      const stories = [0, 1, 2, 3, 4].map((id) => {
        return { id: `s${id}`, members: articles.filter((_, at) => given[at]!.story === id).map(({ key }) => key) }
      })
      const { topics } = clusterTopics(articles, { method: { kind: 'stories' }, stories, before: null })
      const byKey = new Map(articles.map((one) => [one.key, one]))
      for (const { label, members } of topics) {
        expect(label.trim()).not.toBe('')
        expect(Array.from(label).length).toBeLessThanOrEqual(60)
        const own = members.map((key) => `${byKey.get(key)!.title} ${byKey.get(key)!.text}`).join(' ')
        const said = `${words(own).join(' ')} ${foldText(own)}`
        const unsaid = words(label.replace(/ \(\d+\)$/u, '')).filter((word) => !said.includes(word))
        expect(unsaid).toEqual([])
      }
      expect(new Set(topics.map(({ label }) => foldText(label))).size).toBe(topics.length)
    }),
    { numRuns: volume(40, 3_000), seed: 18 },
  )
})
