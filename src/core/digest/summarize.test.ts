import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import { DIGEST_POLICY } from './digest-policy.ts'
import type { SummaryArticle } from './story-sentences.ts'
import { summarize, summarizeInOneLine } from './summarize.ts'
import { isUnspacedLanguage, summaryWords } from './summary-words.ts'

const { summary: policy, oneLine, sizes } = DIGEST_POLICY
const an = (key: string, language: string, title: string, text: string | null): SummaryArticle => ({
  key,
  language,
  title,
  text,
  description: null,
})
const texts = (sentences: readonly { readonly text: string }[]) => sentences.map(({ text }) => text)

const quake = [
  an(
    'lead',
    'en',
    'Strong earthquake shakes northern coast',
    `By Ann Lee

TOKYO, Nov 3 (Reuters) - A magnitude 6.8 earthquake struck off the northern coast on Tuesday morning, cutting power to 40,000 homes and halting bullet trains, the weather agency said. It hit at a depth of 30 kilometres. The agency lifted a tsunami advisory after two hours. "We felt a long, slow shaking. It did not stop for a minute," said Keiko Mori, who runs a bakery in Miyako. No deaths were reported by noon. Two nuclear plants in the region showed no irregularities, their operator said. Read more in our live blog.

Photo: Reuters`,
  ),
  an(
    'other',
    'en',
    'Quake halts trains',
    'A 6.8 magnitude earthquake struck off the northern coast on Tuesday morning. Officials in three prefectures opened shelters for 2,300 residents after the earthquake. Rail operators said bullet trains would resume on Wednesday at the earliest.',
  ),
  an(
    'german',
    'de',
    'Starkes Beben',
    'Ein starkes Erdbeben hat am Dienstag die Nordküste erschüttert und Züge gestoppt.',
  ),
]
const metro = an(
  'zh',
  'zh',
  '台北捷運新線明年通車',
  '（中央社記者王小明台北3日電）台北市政府今天宣布，捷運萬大線第一期工程將於明年六月通車，全長九點五公里，設九座車站。市長表示：「我們延誤太久了。現在終於可以給市民一個日期。」捷運局說，目前正在測試號誌系統，預計三月完成。他也承諾票價不變。工程總經費超過五百億元。延伸閱讀：萬大線延誤始末。',
)
const jishin = an(
  'ja',
  'ja',
  '北日本で強い地震',
  '【盛岡共同】3日午前、岩手県沖を震源とする強い地震があり、盛岡市で震度5強を観測した。気象庁は津波注意報を出したが、約2時間後に解除した。この地震でけが人の情報はない。東北新幹線は仙台と新青森の間で運転を見合わせ、JR東日本は「安全を確認している。再開は4日になる。」と説明した。停電は一時4万戸に及んだ。続きを読む',
)

describe('summarize', () => {
  test.each([
    [
      'in English, questions in the run of the text',
      'en',
      'Harbour pilots of the northern ports have been on strike since Monday, the first in thirty years. Marta Quist leads their union. Why did you walk out? The shifts have grown to sixteen hours and the port did not listen to anybody. What do you ask for? Two crews on each boat and a night of rest between two storms would be enough. And when will it end? Nobody on the quay wants to spend the winter in front of a gate.',
      /shifts have grown|Two crews|spend the winter|\?/,
    ],
    [
      'in English, marked Q and A',
      'en',
      'Harbour pilots of the northern ports have been on strike since Monday, the first in thirty years.\n\nQ: Why did the pilots walk out this week?\nA: The shifts have grown to sixteen hours and the port did not listen to anybody.\n\nQ: What does the union ask for now?\nA: Two crews on each boat and a night of rest between two storms would be enough.',
      /shifts have grown|Two crews|\?/,
    ],
    [
      'in German',
      'de',
      'Die Lotsen der nördlichen Häfen streiken seit Montag zum ersten Mal seit dreißig Jahren. Marta Quist führt ihre Gewerkschaft. Warum haben Sie die Arbeit niedergelegt? Die Schichten dauern inzwischen sechzehn Stunden, und im Hafen hörte niemand zu. Was fordern Sie? Zwei Mannschaften auf jedem Boot und eine Nacht Ruhe zwischen zwei Stürmen würden reichen.',
      /Schichten dauern|Zwei Mannschaften|\?/,
    ],
    [
      'in Chinese',
      'zh',
      '北部港口的領港員從星期一起罷工，這是三十年來第一次。瑪塔是他們的工會理事長。為什麼罷工？輪班已經長達十六個小時，港務公司完全沒有聽進去。你們要求什麼？每艘船兩組人員，兩次風暴之間要有一個晚上的休息。',
      /輪班已經|每艘船兩組|？/,
    ],
  ])('tears no answer from its question: %s', (_fact, language, text, torn) => {
    const summary = texts(summarize([an('lead', language, 'The pilots speak', text)], { min: 50, max: 75 }, policy))
    expect(summary.length).toBeGreaterThan(0)
    expect(summary.join(' ')).not.toMatch(torn)
  })

  test('the question of a page under every article makes no interview', () => {
    const asked = 'Did you like what you have read here?'
    const text = `Who will pay for the new bridge? The province has promised half of what it costs. ${asked} The rest is for the town to find before the summer.`
    const repeated = new Set(['did you like what you have read here'])
    const limits = { min: 20, max: 40 }
    const summary = texts(summarize([an('lead', 'en', 'Bridge closed', text)], limits, { ...policy, repeated }))
    expect(summary.join(' ')).toContain('The province has promised half')
  })

  test.each([
    ['one question', 'Who will pay for the new one?'],
    ['two questions at once', 'Who will build the new one? And who will pay for it?'],
  ])('keeps what a report says after %s', (_fact, asked) => {
    const text = `The council closed the old bridge on Monday. ${asked} The province has promised half of the eleven million that it costs.`
    const summary = texts(summarize([an('lead', 'en', 'Bridge closed', text)], { min: 20, max: 40 }, policy))
    expect(summary.join(' ')).toContain('The province has promised half')
  })

  test('does not cut a quotation from its speaker', () => {
    const text =
      'The mayor opened the rebuilt market hall on the quay after two years of work. "We have waited long enough for this day, and so have the traders." Anna Brandt, who sells fish there, said the roof no longer leaked.'
    const summary = summarize([an('lead', 'en', 'Market hall opens', text)], { min: 50, max: 75 }, policy)
    expect(texts(summary).join(' ')).not.toContain('waited long enough')
  })

  test('begins with the news, without its dateline, and tells what only another article has', () => {
    const summary = summarize(quake, sizes.morning.words, policy)
    expect(summary[0]!.text).toMatch(/^A magnitude 6\.8 earthquake/)
    expect(texts(summary)).toContain(
      'Officials in three prefectures opened shelters for 2,300 residents after the earthquake.',
    )
    expect(new Set(summary.map(({ article }) => article))).toEqual(new Set(['lead', 'other']))
  })

  test('does not say the same twice', () => {
    expect(texts(summarize(quake, sizes.weekly.words, policy)).filter((text) => text.includes('6.8'))).toHaveLength(1)
  })

  test('has no line about the page, and no other language', () => {
    const all = texts(summarize(quake, { min: 1000, max: 1000 }, policy)).join(' ')
    expect(all).not.toMatch(/Read more|Photo|By Ann|Erdbeben/)
    expect(all).toMatch(/nuclear plants/)
  })

  test('keeps the order of the articles', () => {
    const summary = summarize(quake, sizes.weekly.words, policy)
    const places = summary.map(({ text, article }) => {
      const at = quake.findIndex(({ key }) => key === article)
      return at * 1e6 + quake[at]!.text!.indexOf(text)
    })
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  test('a sentence that leans on another follows it', () => {
    const summary = texts(summarize(quake, sizes.morning.words, policy))
    const at = summary.indexOf('It hit at a depth of 30 kilometres.')
    expect(at === -1 || summary[at - 1]!.startsWith('A magnitude')).toBe(true)
  })

  test('does not begin with a pronoun while there is another way to begin', () => {
    const text =
      'He resigned on Monday over the harbour contract and its cost. The mayor of Porto Novo had signed it in March.'
    const [first] = summarize([an('k', 'en', 'Mayor resigns over harbour contract', text)], { min: 5, max: 20 }, policy)
    expect(first!.text).toBe('The mayor of Porto Novo had signed it in March.')
  })

  test('Chinese: agency line off, quotations whole, measured by two characters', () => {
    const summary = texts(summarize([metro], sizes.morning.words, policy))
    expect(summary[0]).toMatch(/^台北市政府今天宣布/)
    for (const text of summary) expect((text.match(/「/g) ?? []).length).toBe((text.match(/」/g) ?? []).length)
    expect(summary.join('')).not.toContain('延伸閱讀')
    expect(summary.join('').length).toBeGreaterThanOrEqual(100)
    expect(summary.join('').length).toBeLessThanOrEqual(150)
  })

  test('Japanese: quotations stay with their speaker, pointers do not begin', () => {
    const summary = texts(summarize([jishin], sizes.morning.words, policy))
    expect(summary[0]).toBe('3日午前、岩手県沖を震源とする強い地震があり、盛岡市で震度5強を観測した。')
    expect(summary.join('').length).toBeLessThanOrEqual(150)
    for (const text of summary) expect(text).toMatch(/。$/)
  })

  test('an over-long first sentence is cut at a clause', () => {
    const text = `The council decided, after a debate that ran until midnight, ${'to repair the old harbour wall and '.repeat(15)}to ask for help.`
    const [only] = summarize([an('k', 'en', 'Council decides', text)], { min: 5, max: 12 }, policy)
    expect(only!.text).toBe('The council decided, after a debate that ran until midnight…')
  })

  test('where whole sentences leave too little, the next one is cut to the room', () => {
    const long = (name: string) => `${name} harbour ${Array.from({ length: 40 }, (_, at) => `${name}${at}`).join(' ')}.`
    const summary = summarize(
      [an('k', 'en', 'Ships', `${long('Alpha')} ${long('Bravo')}`)],
      sizes.morning.words,
      policy,
    )
    const words = summary.reduce((sum, { text }) => sum + text.split(' ').length, 0)
    expect(words).toBeGreaterThanOrEqual(50)
    expect(words).toBeLessThanOrEqual(75)
    expect(summary.at(-1)!.text).toMatch(/…$/)
  })

  test.each([
    ['has no text at all', an('k', 'en', 'A title', null), []],
    ['only repeats its title', an('k', 'en', 'The harbour reopens today', 'The harbour reopens today.'), []],
    ['is only boilerplate', an('k', 'en', 'A title', 'Read more. Subscribe to our newsletter today.'), []],
    [
      'is a teaser without a full stop',
      an('k', 'en', 'A title', 'Ships queue outside the harbour as pilots strike'),
      ['Ships queue outside the harbour as pilots strike'],
    ],
  ])('an article that %s', (_fact, article, expected) =>
    expect(texts(summarize([article], sizes.morning.words, policy))).toEqual(expected),
  )
})

describe('summarizeInOneLine', () => {
  test('is the one sentence that says most', () => {
    expect(texts(summarizeInOneLine(quake, oneLine, policy))).toEqual([expect.stringMatching(/^A magnitude 6\.8/)])
  })
  test('is cut at a clause when the first is too long', () => {
    expect(texts(summarizeInOneLine([metro], { min: 0, max: 15 }, policy))[0]).toMatch(/^台北市政府今天宣布.*[…。]$/)
  })
  test('is empty for a story without text', () => {
    expect(summarizeInOneLine([an('k', 'en', 'T', null)], oneLine, policy)).toEqual([])
  })
})

/* Made-up articles of all three kinds. */
const word = fc.constantFrom(
  'harbour',
  'mayor',
  'ship',
  'storm',
  'price',
  'He',
  'The',
  'rose',
  'fell',
  '3.5',
  'Dr.',
  '“no”',
  'U.S.',
)
const sentence = fc
  .array(word, { minLength: 2, maxLength: 60 })
  .chain((list) => fc.constantFrom('.', '!', '?', '', '…').map((end) => `${list.join(' ')}${end}`))
const han = fc.constantFrom('港口', '今天', '市長', '說', '「好', '」', '，', '開放', '他', '地震', '5級')
const hanSentence = fc.array(han, { minLength: 2, maxLength: 60 }).map((list) => `${list.join('')}。`)
const article = (language: string, one: fc.Arbitrary<string>, blank: string) =>
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    language: fc.constant(language),
    title: one,
    text: fc.array(one, { maxLength: 8 }).map((list) => (list.length === 0 ? null : list.join(blank))),
    description: fc.option(one),
  })
const story = fc.oneof(
  fc.uniqueArray(article('en', sentence, ' '), { minLength: 1, maxLength: 4, selector: ({ key }) => key }),
  fc.uniqueArray(article('zh', hanSentence, ''), { minLength: 1, maxLength: 4, selector: ({ key }) => key }),
)
const limits = fc.constantFrom(sizes.morning.words, sizes.midday.words, sizes.weekly.words, { min: 5, max: 12 })

test('summaries are never over the maximum, and every sentence stands in its article', () => {
  fc.assert(
    fc.property(story, limits, (articles, within) => {
      const summary = summarize(articles, within, policy)
      const unspaced = isUnspacedLanguage(articles[0]!.language)
      const length = summary.reduce((sum, { text }) => sum + summaryWords(text, unspaced), 0)
      expect(length).toBeLessThanOrEqual(within.max)
      for (const { text, article: key } of summary) {
        const from = articles.find((one) => one.key === key)!
        const all = `${from.text ?? ''}\n${from.description ?? ''}`
        expect(all.includes(text) || all.includes(text.replace(/…$/u, ''))).toBe(true)
      }
      expect(new Set(texts(summary)).size).toBe(summary.length)
    }),
    { seed: 7, numRuns: volume(50, 5_000) },
  )
})

test('a summary is under the minimum only when plain sentences that differ say no more', () => {
  const plain = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 3, maxLength: 45 }).map(
    (ids) =>
      `Ship${ids[0]} ${ids
        .slice(1)
        .map((id) => `dock${id}`)
        .join(' ')}.`,
  )
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1, maxLength: 10 }), (list) => {
      const text = list.join(' ')
      const { min, max } = sizes.morning.words
      const summary = summarize([an('k', 'en', 'Harbour', text)], { min, max }, policy)
      const length = summary.reduce((sum, one) => sum + summaryWords(one.text, false), 0)
      const left = list.filter((one) => !texts(summary).includes(one) && one.split(' ').length >= 4)
      expect(length >= min || left.length === 0).toBe(true)
    }),
    { seed: 7, numRuns: volume(40, 5_000) },
  )
})
