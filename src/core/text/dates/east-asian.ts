/** The year before the first of each era: the Japanese eras and the Republic of China. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 }

const weekday =
  /(?:星期|礼拜|禮拜|週|周)[一二三四五六日天]|[日月火水木金土]曜日?|[일월화수목금토]요일|\((?:[日月火水木金土一二三四五六]|[일월화수목금토])(?:[・･·]?祝)?\)/g

const morning = /午前|上午|凌晨|早上|清晨|오전|새벽/g
const afternoon = /午後|下午|晚上|傍晚|夜晚|오후|저녁/g

/** Labels in front of a date: published, updated, entered. */
const label =
  /(?:发布|發布|發佈|更新|公開|配信|入力|掲載|등록|수정|입력|승인|기사)(?:时间|時間|日時|于|於|일시)? ?:? ?/g

const has = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/

const day = /(\d{1,4}) ?[年년] ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日号號일]?)?/
const time = /(\d{1,2}) ?[時时点點시](?: ?(半|(?:\d{1,2}) ?[分분]?))?(?: ?(\d{1,2}) ?[秒초])?/

/** Rewrites Chinese, Japanese and Korean dates as `year-month-day hour:minute:second`, the order they already have. */
export function plainEastAsian(folded: string): string {
  if (!has.test(folded)) return folded
  return folded
    .replace(label, ' ')
    .replace(/日本時間/g, ' jst ')
    .replace(/한국 ?시간/g, ' kst ')
    .replace(/(?:北京|台北|臺北|香港)(?:时间|時間)/g, ' hkt ')
    .replace(weekday, ' ')
    .replace(/(令和|平成|昭和|民國|民国) ?(元|\d{1,3}) ?年/, (_all, era: string, year: string) => eraYear(era, year))
    .replace(morning, ' am ')
    .replace(afternoon, ' pm ')
    .replace(/(?:中午|正午|정오) ?(?=\d)/g, ' pm ')
    .replace(day, (_all, y: string, m: string, d?: string) => (d === undefined ? `${y}-${m} ` : `${y}-${m}-${d} `))
    .replace(
      time,
      (_all, h: string, m?: string, s?: string) => ` ${h}:${minutes(m)}${s ? `:${s.padStart(2, '0')}` : ''} `,
    )
}

const eraYear = (era: string, year: string): string => `${eras[era]! + (year === '元' ? 1 : Number(year))}年`

function minutes(written: string | undefined): string {
  if (written === undefined) return '00'
  return written === '半' ? '30' : written.replace(/\D/g, '').padStart(2, '0')
}
