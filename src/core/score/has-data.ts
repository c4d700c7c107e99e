/** What follows a number to make it an amount: a percent sign, a currency, a scale or a unit. */
const BEHIND = new RegExp(
  `^\\s?(?:${[
    '%|％|‰',
    '(?:percent|per cent|pct|percentage points?|prozent|pour cent|por ciento|per cento|por cento|процент\\p{L}*)(?!\\p{L})',
    'パーセント|ポイント|個百分點|个百分点',
    '[$€£¥₹₩₽元円圓塊]',
    '(?:dollars?|euros?|pounds?|yen|yuan|rupees?|won|francs?|franken|pesos?|reais|рубл\\p{L}*|cents?|USD|EUR|GBP|JPY|CNY|TWD|HKD|CHF)(?!\\p{L})',
    '(?:thousand|million|billion|trillion|mn|bn|tn|tsd|mio|mrd|millionen|milliarden|millions?|milliards?|millones|milioni|miliardi|milhões|bilhões|тыс|млн|млрд|трлн)(?!\\p{L})',
    '[万萬亿億兆]',
    '(?:km|cm|mm|nm|metres?|meters?|kilomet(?:re|er)s?|miles?|feet|foot|ft|inch(?:es)?|yards?|acres?|hectares?|ha|m²|m2|km²|km2|sq\\.? (?:ft|feet|miles?|km|m)|lit(?:re|er)s?|gallons?|barrels?|kg|mg|grams?|tons?|tonnes?|lbs?|ounces?|oz)(?!\\p{L})',
    '(?:kw|mw|gw|tw|kwh|mwh|gwh|twh|watts?|volts?|hz|khz|mhz|ghz|kb|mb|gb|tb|pb|bytes?|bits?|km\\/h|kph|mph|knots?|degrees?)(?!\\p{L})',
    '(?:tonnen|kilomètres?|kilómetros?|toneladas?|км|кг|тонн\\p{L}*)(?!\\p{L})',
    '°|公里|公尺|公分|公斤|公噸|公吨|公頃|公顷|平方|立方|千瓦|瓦|奈米|纳米|坪|噸|吨|度(?!\\p{L})',
    'キロ|メートル|センチ|ミリ|トン|リットル|ヘクタール|グラム|ワット',
  ].join('|')})`,
  'iu',
)

/** Currency signs, codes and names before a number. */
const BEFORE =
  /(?:[$€£¥₹₩₽₺฿₫]|(?<!\p{L})(?:USD|EUR|GBP|JPY|CNY|RMB|TWD|NTD|HKD|CHF|KRW|INR|Rs\.?)|新台幣|新臺幣|人民幣|人民币|美元)\s?$/u

const MONTH =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?|dec(?:ember)?|dez(?:ember)?|décembre|diciembre'
/** Dates, hours, years and mere counts, which occur in every article. */
const NOT_DATA = new RegExp(
  `\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,4}\\s?[年月日号號時时點点分秒](?!\\p{N})|(?<!\\p{L})(?:${MONTH})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s\\d{4})?|\\d{1,2}(?:st|nd|rd|th|er|\\.)?\\s(?:de\\s)?(?:${MONTH})(?!\\p{L})(?:,?\\s(?:de\\s)?\\d{4})?|\\d{1,2}[:：]\\d{2}(?:[:：]\\d{2})?|\\d{1,2}\\.\\d{2}\\s?(?:[ap]\\.?m\\.?|uhr)|(?<![\\d.,])\\d{1,2}\\s?(?:[ap]\\.?m\\.?(?!\\p{L})|uhr|h(?!\\p{L}))|(?<![\\d.,])(?:19|20)\\d{2}s?(?![\\d.,]\\d|\\d)|https?:\\S+`,
  'giu',
)
const LEAST_NUMBERS = 3

/** The longest unit or sign. */
const LONGEST_BEHIND = 24
const LONGEST_BEFORE = 6

/** Text of such characters alone is its own compatibility form. */
const ASCII = /^[\0-\x7f]*$/

/** True for a percentage, an amount with a unit or currency, or three numbers that are not dates. */
export function hasData(text: string): boolean {
  const isAscii = ASCII.test(text)
  const plain = isAscii ? text : text.normalize('NFKC')
  if (!isAscii && /百分[之の][\d一二三四五六七八九十百]/u.test(plain)) return true
  let figures = 0
  for (const { 0: figure, index } of plain.matchAll(/\d+(?:[.,]\d+)*/g)) {
    const end = index + figure.length
    if (BEHIND.test(plain.slice(end, end + LONGEST_BEHIND))) return true
    if (BEFORE.test(plain.slice(Math.max(0, index - LONGEST_BEFORE), index))) return true
    figures++
  }
  return figures >= LEAST_NUMBERS && hasThreeNumbers(plain)
}

function hasThreeNumbers(plain: string): boolean {
  let numbers = 0
  for (const _number of plain.replace(NOT_DATA, ' ').matchAll(/(?<![\p{L}\d])\d+(?:[.,]\d+)*/gu)) {
    if (++numbers >= LEAST_NUMBERS) return true
  }
  return false
}
