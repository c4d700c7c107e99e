import type { Article } from '../src/core/domain/article.ts'
import { searchDocument } from '../src/core/text/search-document.ts'
import { searchQuery } from '../src/core/text/search-query.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { anArticle } from '../tests/support/an-article.ts'
import { databaseKinds, newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../tests/support/poll-records.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { markdownTable, median } from './measure.ts'

/* What the search index costs and gives at 100,000 articles in three languages: time to index an article, of which our
   own tokens are a part, and time for questions that find few, many and nearly all. */

const ARTICLES = Number(process.env.COPYTASTER_BENCH_ARTICLES ?? 100_000)
const ARTICLES_A_POLL = 500
const ROUNDS = 9
const WORDS_A_TEXT = 120
const VOCABULARY = 30_000

const QUESTIONS = [
  ['a rare word', 'word20011'],
  ['a word of two articles in three', 'word3'],
  ['two words', 'word40 word50'],
  ['a phrase', '"interest rate"'],
  ['a phrase of common words', '"word1 word2"'],
  ['地震', '地震'],
  ['台積電', '台積電'],
  ['選挙', '選挙'],
  ['one character: 震', '震'],
  ['Москва', 'Москва'],
  ['with filters', 'word9 tab:zh_news -word3 after:1970-01-20'],
  ['the start of words', 'word10*'],
] as const

export async function benchSearch(say: (line: string) => void): Promise<void> {
  const { address, stop } = await startPostgres()
  process.env.COPYTASTER_TEST_POSTGRES = address
  const costs: string[][] = []
  const answers = new Map<string, string[]>(QUESTIONS.map(([name]) => [name, []]))
  for (const kind of databaseKinds) {
    const database = await newDatabase(kind)
    const store = await openStore(database.address)
    await store.syncSources([aSource('https://a.example/rss')], 0)
    await fill(store)
    costs.push([kind, await indexCost(store)])
    for (const [name, line] of QUESTIONS) answers.get(name)!.push(...(await askTimes(store, line)))
    await store.close()
    await database.drop()
  }
  await stop()
  say(markdownTable(['database', 'index, µs an article'], [...costs, ['our tokens alone', tokenCost()]]))
  say('')
  const headings = ['question', ...databaseKinds.flatMap((kind) => [`${kind}, ms`, 'found'])]
  say(
    markdownTable(
      headings,
      Array.from(answers, ([name, cells]) => [name, ...cells]),
    ),
  )
  say('')
  say(
    `${ARTICLES.toLocaleString('en')} articles of ${WORDS_A_TEXT} words; best 20 asked for, median of ${ROUNDS}; found up to 10,000.`,
  )
}

async function fill(store: Store): Promise<void> {
  const feed = (await store.feedById(1))!
  for (let from = 0; from < ARTICLES; from += ARTICLES_A_POLL) {
    const articles = Array.from({ length: ARTICLES_A_POLL }, (_, i) => article(from + i))
    await store.admission((tx) => tx.admit(newArticles(aRecord(feed, from, null), articles)))
  }
}

async function indexCost(store: Store): Promise<string> {
  const started = performance.now()
  while ((await store.updateSearch(ARTICLES_A_POLL)) > 0);
  return (((performance.now() - started) * 1000) / ARTICLES).toFixed(0)
}

async function askTimes(store: Store, line: string): Promise<[string, string]> {
  const query = searchQuery(line, { now: 0, zone: 'UTC' })
  const found = (await store.searchArticles(query, 10_000)).length
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await store.searchArticles(query, 20)
    times.push(performance.now() - started)
  }
  return [median(times).toFixed(1), found.toLocaleString('en')]
}

function tokenCost(): string {
  const articles = Array.from({ length: 2000 }, (_, n) => article(n))
  const started = performance.now()
  for (const one of articles) searchDocument(one)
  return (((performance.now() - started) * 1000) / articles.length).toFixed(0)
}

/** Words as frequent as in life: the n-th about 1/n as often as the first. The same at every run. */
function article(n: number): Article {
  let state = (n + 1) * 2_654_435_761
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const word = () => `word${Math.floor(VOCABULARY ** next())}`
  const text = Array.from({ length: WORDS_A_TEXT }, word)
  if (n % 50 === 0) text.splice(7, 0, 'interest', 'rate')
  if (n % 40 === 0) text.push('Москва')
  const han = n % 3 === 0
  return anArticle({
    url: `https://news.example/${n}`,
    title: han && n % 90 === 0 ? `花蓮外海發生地震 ${n}` : `${word()} ${word()} ${word()} ${word()} ${n}`,
    text: han ? `${chinese(next)}${n % 30 === 0 ? '台積電表示' : ''}${n % 45 === 0 ? '選挙' : ''}` : text.join(' '),
    tab: han ? 'zh_news' : 'en_news',
    published: n * 60_000,
  })
}

/** Three hundred characters out of the three thousand that are common. */
function chinese(next: () => number): string {
  return Array.from({ length: 300 }, () => String.fromCodePoint(0x4e00 + Math.floor(3000 ** next()))).join('')
}
