import { expect, test } from 'vitest'
import { finalCategory } from './final-category.ts'
import { FINAL_CATEGORY_RULES as rules } from './final-category-rules.ts'

const file = (
  rssCategory: string | null,
  title = '',
  description: string | null = null,
  language: string | null = 'zh',
) => finalCategory({ language, rssCategory, title, description })

test.each([
  ['國際', '全球國際新聞'],
  ['政治', '頭條新聞'],
  ['財經', '產經'],
  ['台股', '股市'],
  ['體育', '運動'],
  [' 房 產 ', '房市'],
  ['社會', '社會'],
  ['健康', '生活'],
  ['ＡＩ', '產經'],
])('the source’s category %s is filed under %s', (category, expected) => expect(file(category)).toBe(expected))

test.each([
  ['台股收盤大漲三百點 外資買超', '股市'],
  ['建商推預售屋 每坪破百萬', '房市'],
  ['大聯盟投手奪冠軍', '運動'],
  ['警方逮捕詐騙集團嫌犯', '社會'],
  ['聯合國呼籲加薩停火', '全球國際新聞'],
  ['颱風逼近 氣象署發豪雨特報', '生活'],
  ['立法院三讀 總統將公布', '頭條新聞'],
  ['金馬影后新電影票房破億', '娛樂'],
  ['央行宣布升息半碼 通膨未退', '產經'],
])('without one, words decide: %s', (title, expected) => {
  expect(file(null, title)).toBe(expected)
  expect(file('綜合', title)).toBe(expected)
})

test('a word of the headline weighs more than one below it', () => {
  expect(file(null, '台股收盤', '警方表示')).toBe('股市')
})

test('what fits nowhere stays where its source files it', () => {
  expect(file('人物專訪', '甲乙丙丁')).toBe('人物專訪')
  expect(file('Startup', '甲乙丙丁')).toBe('Startup')
  expect(file(null, '甲乙丙丁')).toBeNull()
})

test('a Latin word counts only whole', () => expect(file(null, 'Nextgeps 上市')).toBeNull())

test.each([
  ['by its text', '国际', '欧盟与中国达成协议', 'zh', '国际新闻'],
  ['by its text, whatever the category says', '國際', '欧盟与中国达成协议', 'zh', '国际新闻'],
  ['by its category, when nothing else tells', '国际', '', 'zh', '国际新闻'],
  ['by words in simplified characters', null, '地产商推出豪宅，房价创新高', 'zh', '楼市'],
])('a simplified source gets simplified names: %s', (_fact, category, title, language, expected) =>
  expect(file(category, title, null, language)).toBe(expected),
)

test('a traditional source with a simplified word in it stays traditional', () =>
  expect(file('国际', '聯合國與歐盟達成協議', null)).toBe('全球國際新聞'))

test.each([['en'], ['ja'], [null]])('articles in %s get none', (language) =>
  expect(file('國際', '台股', null, language)).toBeNull(),
)

test('a regional tag is the same language', () => expect(file('國際', '', null, 'zh-TW')).toBe('全球國際新聞'))

test('every rule leads to one of the nine', () => {
  const nine = ['頭條新聞', '產經', '股市', '全球國際新聞', '社會', '生活', '娛樂', '運動', '房市']
  const led = [
    ...Object.values(rules.bySourceCategory),
    ...rules.keywords.map(({ category }) => category),
    ...Object.keys(rules.simplified),
  ]
  expect(new Set(led)).toEqual(new Set(nine))
})
