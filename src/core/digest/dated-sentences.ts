import type { SummarySentence } from '../domain/digest.ts'
import { isoDay } from './render/local-time.ts'

/** Words that mean a day only on the day they were written: "today", "gestern", "明天". */
const RELATIVE =
  /(?<!\p{L})(?:today|tonight|yesterday|tomorrow|this (?:morning|afternoon|evening)|last night|heute|gestern|vorgestern|hoy|ayer|anoche|aujourd['’]hui|hier|demain|oggi|ieri|domani|hoje|ontem|vandaag|gisteren|сегодня|вчера|завтра)(?!\p{L})|今天|今日|今早|今晚|昨天|昨日|昨晚|明天|明日|きのう|あす|きょう/iu
/** Days of the week, which mean the last one before the day of writing. */
const WEEKDAY =
  /(?<!\p{L})(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)\p{Ll}*|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato))(?!\p{L})|(?:週|周|星期|禮拜)[一二三四五六日天]|[月火水木金土日]曜/u

const DAY_MS = 86_400_000
/** For so many days after it was written, a day of the week is understood. */
const UNDERSTOOD_DAYS = 2

/** Marks the sentences whose "today" or "on Sunday" would be misread on the day of the digest, with the instant they were written. */
export function datedSentences(
  sentences: readonly SummarySentence[],
  publishedOf: (article: string) => number | undefined,
  { at, zone }: { readonly at: number; readonly zone: string },
): SummarySentence[] {
  return sentences.map((sentence) => {
    const published = publishedOf(sentence.article)
    if (published === undefined) return sentence
    const days = Math.round((Date.parse(isoDay(at, zone)) - Date.parse(isoDay(published, zone))) / DAY_MS)
    const isMisread =
      (days > 0 && RELATIVE.test(sentence.text)) || (days >= UNDERSTOOD_DAYS && WEEKDAY.test(sentence.text))
    return isMisread ? { ...sentence, published } : sentence
  })
}
