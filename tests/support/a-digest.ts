import type { Digest, DigestArticle, DigestItem, DigestTab, TabItem } from '../../src/core/domain/digest.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'

/* Digests to render: a rich one in three languages, one whose every text is hostile, one of a day without news. All
   names and events are invented. */

const at = Date.UTC(2026, 10, 14, 23)
const hour = 3_600_000

/** An article of a digest, so many hours before it. */
export function aDigestArticle(
  title: string,
  sourceName: string,
  more: Partial<DigestArticle> & { hours?: number } = {},
) {
  const { hours = 2, ...given } = more
  const key = keyHash(`${title} ${sourceName}`)
  return {
    key,
    title,
    url: `https://${keyHash(sourceName).slice(0, 6)}.example/${key.slice(0, 8)}`,
    sourceName,
    tier: 'T2',
    published: at - hours * hour,
    dateUncertain: false,
    language: 'en',
    ...given,
  } satisfies DigestArticle
}

/** A topic of a digest; a test names only what it is about. */
export function aDigestItem(label: string, lead: DigestArticle, more: Partial<DigestItem> = {}): DigestItem {
  const others = more.others ?? []
  return {
    key: keyHash(label),
    label,
    trend: null,
    lead,
    score: 50,
    summary: [{ text: `${lead.title}.`, article: lead.key }],
    related: {
      articles: others.length,
      newsrooms: others.length + 1,
      reprints: 0,
      sourceNames: others.map((other) => other.sourceName),
    },
    others,
    category: null,
    news: null,
    ...more,
  }
}

const bridge = aDigestArticle('Harbour bridge closed after inspectors find cracked hanger', 'The Example Courier', {
  tier: 'T1',
  hours: 3,
})
const bridgeOthers = [
  aDigestArticle('Ferries doubled as bridge stays shut', 'Port Gazette', { hours: 2 }),
  aDigestArticle('Cracked hanger shuts harbour bridge', 'Northern Wire', { hours: 3.5, tier: 'T1' }),
  aDigestArticle('Hauliers count the cost of a closed bridge', 'Freight Week', { hours: 1, tier: 'T3' }),
]
const chips = aDigestArticle('晶圓廠第三期擴建獲准 預計明年第二季動工', '島嶼日報', {
  language: 'zh',
  tier: 'T1',
  hours: 5,
})
const chipsOthers = [
  aDigestArticle('新廠用水計畫通過審查', '中央工商時報', { language: 'zh', hours: 6 }),
  aDigestArticle('半導體供應鏈:擴建帶動三千個職缺', '科技觀察', { language: 'zh', hours: 9, tier: 'T3' }),
]
const rail = aDigestArticle('北海線の新型車両、春から営業運転へ', '海峡新聞', { language: 'ja', tier: 'T2', hours: 7 })
const railOthers = [aDigestArticle('新型車両を公開 座席は一割増', '鉄道の友', { language: 'ja', hours: 8, tier: 'T3' })]

const topStories: readonly DigestItem[] = [
  aDigestItem('Harbour bridge closure', bridge, {
    score: 91,
    trend: { tag: 'EMERGING', before: 1, now: 9, history: [0, 0, 1, 0, 1, 1, 9] },
    summary: [
      {
        text: 'The harbour bridge was closed to all traffic on Saturday after a routine inspection found a crack in one of its 84 hangers.',
        article: bridge.key,
      },
      { text: 'Engineers expect the replacement to take nine days.', article: bridge.key },
      {
        text: 'Ferry crossings have been doubled, and the first boat now leaves at 05:10.',
        article: bridgeOthers[0]!.key,
      },
      { text: 'Hauliers put the cost of the detour at 1.2 million a day.', article: bridgeOthers[2]!.key },
    ],
    others: bridgeOthers,
    related: {
      articles: 20,
      newsrooms: 3,
      reprints: 17,
      sourceNames: [
        'Northern Wire',
        'Port Gazette',
        'Freight Week',
        'Morning Star of the Coast',
        'Islander',
        'Quay Radio',
        'Dockside',
        'Eastern Mail',
      ],
    },
    category: 'Transport',
    news: {
      newArticles: 4,
      since: at - 13 * hour,
      sentence: { text: 'Hauliers put the cost of the detour at 1.2 million a day.', article: bridgeOthers[2]!.key },
    },
  }),
  aDigestItem('晶圓廠擴建', chips, {
    score: 84,
    trend: { tag: 'TRENDING', before: 3, now: 6, history: [1, 2, 2, 3, 3, 6] },
    summary: [
      { text: '經濟部十四日核准晶圓廠第三期擴建案，總投資額達四千二百億元，預計明年第二季動工。', article: chips.key },
      { text: '用水計畫同日通過審查，每日需水量為六萬噸，其中七成來自再生水。', article: chipsOthers[0]!.key },
      { text: '業者估計將增加三千個職缺。', article: chipsOthers[1]!.key },
    ],
    others: chipsOthers,
    category: '產經',
  }),
  aDigestItem('北海線の新型車両', rail, {
    score: 77,
    trend: { tag: 'FADING', before: 5, now: 2, history: [2, 6, 5, 2] },
    summary: [
      { text: '北海鉄道は14日、新型車両の営業運転を来年4月に始めると発表した。', article: rail.key },
      { text: '座席数は現在の車両より一割多く、最高速度は時速二百六十キロになる。', article: railOthers[0]!.key },
    ],
    others: railOthers,
    category: '経済',
  }),
  aDigestItem(
    'Grain treaty talks',
    aDigestArticle('Grain treaty talks resume with tariff list on the table', 'World Ledger', {
      hours: 11,
      tier: 'T1',
    }),
    {
      score: 74,
      category: 'World',
      summary: [
        {
          text: 'Negotiators from eleven countries returned to the table on Saturday with a shared list of tariffs for the first time.',
          article: keyHash('Grain treaty talks resume with tariff list on the table World Ledger'),
        },
        {
          text: 'A vote is expected before the end of the month.',
          article: keyHash('Grain treaty talks resume with tariff list on the table World Ledger'),
        },
      ],
    },
  ),
  aDigestItem(
    'Comet over the southern sky',
    aDigestArticle('Comet brightens faster than forecast', 'Sky Notes', { hours: 20, tier: 'T3', dateUncertain: true }),
    { score: 71, category: 'Science' },
  ),
]

const noteworthy = [
  {
    category: 'Science',
    items: [
      aDigestItem('Deep-sea survey', aDigestArticle('Survey maps a new deep-sea ridge', 'Ocean Letter', { hours: 6 }), {
        score: 66,
        category: 'Science',
      }),
      aDigestItem(
        'Vaccine trial',
        aDigestArticle('Second vaccine trial enrols its last patient', 'Health Desk', { hours: 9, tier: 'T1' }),
        { score: 58, category: 'Science', trend: { tag: null, before: 2, now: 2, history: [2, 2] } },
      ),
    ],
  },
  {
    category: '運動',
    items: [
      aDigestItem(
        '職棒總冠軍賽',
        aDigestArticle('職棒總冠軍賽第四戰延長十二局分勝負', '運動報', { language: 'zh', hours: 8 }),
        {
          score: 61,
          category: '運動',
          summary: [
            {
              text: '雙方鏖戰五小時，主隊以再見安打取勝。',
              article: keyHash('職棒總冠軍賽第四戰延長十二局分勝負 運動報'),
            },
          ],
        },
      ),
    ],
  },
  {
    category: '文化',
    items: [
      aDigestItem(
        '古書市',
        aDigestArticle('秋の古書市、今年は屋外でも開催', '町の新聞', { language: 'ja', hours: 10 }),
        { score: 47, category: '文化' },
      ),
    ],
  },
]

const alsoMentioned = [
  aDigestItem('Tram timetable', aDigestArticle('Winter tram timetable starts on Monday', 'Islander', { hours: 12 }), {
    score: 36,
  }),
  aDigestItem('公園步道', aDigestArticle('河濱公園步道整修完工', '社區報', { language: 'zh', hours: 13 }), {
    score: 31,
  }),
  aDigestItem('初雪', aDigestArticle('北部の山で初雪、平年より三日早く', '海峡新聞', { language: 'ja', hours: 15 }), {
    score: 28,
  }),
  aDigestItem('Library hours', aDigestArticle('City library to open on Sundays', 'Port Gazette', { hours: 19 }), {
    score: 22,
  }),
]

const tabItem = (article: DigestArticle, text: string, more: Partial<TabItem> = {}): TabItem => ({
  article,
  summary: [{ text, article: article.key }],
  rssCategory: null,
  finalCategory: null,
  score: 60,
  older: false,
  ...more,
})

const tabs: readonly DigestTab[] = [
  {
    ...{ id: 'zh_news', name: '中文新聞', language: 'zh', limit: 3 },
    items: [
      tabItem(chips, '經濟部十四日核准晶圓廠第三期擴建案，總投資額達四千二百億元。', {
        finalCategory: '產經',
        rssCategory: '財經',
      }),
      tabItem(
        aDigestArticle('山區大雨特報 六縣市嚴防土石流', '島嶼日報', { language: 'zh' }),
        '氣象署持續發布大雨特報，提醒民眾避免前往山區。',
        { finalCategory: '生活' },
      ),
      tabItem(
        aDigestArticle('國家圖書館新館啟用', '社區報', { language: 'zh', hours: 60 }),
        '新館藏書三百萬冊，週二起對外開放。',
        { finalCategory: '社會', older: true },
      ),
    ],
  },
  {
    ...{ id: 'en_news', name: 'English', language: 'en', limit: 2 },
    items: [
      tabItem(bridge, 'The harbour bridge was closed to all traffic on Saturday.', { rssCategory: 'Transport' }),
      tabItem(
        aDigestArticle('Orchard growers report record crop', 'Field & Fold', { tier: 'T4' }),
        'Growers picked 12 per cent more than last year.',
        { rssCategory: 'Business' },
      ),
    ],
  },
  {
    ...{ id: 'ja_news', name: '日本語', language: 'ja', limit: 5 },
    items: [tabItem(rail, '北海鉄道は14日、新型車両の営業運転を来年4月に始めると発表した。', { rssCategory: '経済' })],
  },
]

/** A morning in three languages, with one of everything. */
export function aDigest(given: Partial<Digest> = {}): Digest {
  return {
    version: 1,
    type: 'morning',
    zone: 'Asia/Taipei',
    at,
    window: { from: at - 24 * hour, to: at },
    articles: 312,
    duplicatesRemoved: 84,
    byRank: false,
    topStories,
    noteworthy,
    alsoMentioned,
    tabs,
    health: {
      ...{ polled: 40, successful: 37, errors: 3, successRate: 0.925, newArticles: 312, duplicatesRemoved: 84 },
      unhealthy: [{ name: 'Quay Radio', url: 'https://quay.example/feed', because: 'no answer 4 times in a row' }],
      dead: [{ name: 'Old Almanac', url: 'https://almanac.example/rss', because: 'gone (410)' }],
      emerging: ['Harbour bridge closure'],
      declining: ['北海線の新型車両', 'Village fair'],
    },
    notRead: [
      { name: 'Quay Radio', url: 'https://quay.example/feed', because: 'no answer 4 times in a row' },
      { name: '晚間快訊', url: 'https://evening.example/feed', because: 'not due before 07:20' },
    ],
    checks: [
      { check: 'attribution', outcome: 'passed', note: null },
      { check: 'labels', outcome: 'mended', note: 'two topics had one label' },
    ],
    ...given,
  }
}

/** A day on which nothing came. */
export function anEmptyDigest(): Digest {
  return aDigest({
    ...{ articles: 0, duplicatesRemoved: 0, topStories: [], noteworthy: [], alsoMentioned: [], tabs: [], notRead: [] },
    health: {
      ...{ polled: 0, successful: 0, errors: 0, successRate: null, newArticles: 0, duplicatesRemoved: 0 },
      ...{ unhealthy: [], dead: [], emerging: [], declining: [] },
    },
  })
}

/** What somebody who wants out of a rendering would write into a feed. `report` is what the harness listens for. */
export const hostileTexts: readonly string[] = [
  '<script>report("script")</script>',
  '"><img src=x onerror=report("img")>',
  "' onmouseover='report(1)' x='",
  '</title></style></textarea><svg onload=report("svg")>',
  '--><script>report("comment")</script><!--',
  ']]><script xmlns="http://www.w3.org/1999/xhtml">report("cdata")</script><![CDATA[',
  '[click](javascript:report("md")) ![x](https://evil.example/p.png) <https://evil.example>',
  '\n\n# heading\n\n<script>report("block")</script>\n\n```\ncode\n',
  '`code` **bold** _em_ ~~gone~~ | cell | &lt;script&gt; &#x3c;b&#x3e; $x$',
  '1. one\n- two\n+ three\n> four\n===\n---',
  '\u202egnp.exe\u202c \u2066isolate\u2069 \u0000\u0008\u001b[31m \ud800 \ufffe',
  'Subject\r\nBcc: victim@example.com\r\n\r\nbody',
  '{{report("mustache")}} <% report("erb") %>',
  '\\[x\\](javascript:report(1)) \\',
]

/** Addresses that are none, or lead into a script. */
export const hostileUrls: readonly string[] = [
  'javascript:report("url")',
  ' \u0001java\nscript:report("url")',
  'data:text/html,<script>report("data")</script>',
  'vbscript:report(1)',
  'https://evil.example/"onmouseover="report(1)',
  'https://evil.example/a)b](javascript:report(1))',
  'https://evil.example/?a=1&lt;script&gt;=<b>',
  'not an address',
  'https://[::1]/x',
]

/** The same digest with a hostile text in every field that a feed or a configuration fills. */
export function aHostileDigest(): Digest {
  let count = 0
  const text = () => hostileTexts[count++ % hostileTexts.length]!
  const url = () => hostileUrls[count++ % hostileUrls.length]!
  const spoil = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => spoil(one, name))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one, key)]))
    }
    if (typeof value !== 'string' || kept.has(name)) return value
    return name === 'url' ? url() : text()
  }
  return spoil(aDigest(), '') as Digest
}

/** What our own code fills: names of the digest's own making and the zone. */
const kept: ReadonlySet<string> = new Set(['type', 'zone', 'tier', 'tag', 'check', 'outcome', 'key', 'article'])
