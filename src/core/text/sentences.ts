import { createQuoteTracker } from './quotes.ts'
import { isStopWord } from './stop-words.ts'
import { foldText } from './words.ts'

/** Always followed by what they belong to, so that their full stop never ends a sentence. Compiled for Copytaster. */
const LEADING_ABBREVIATIONS = new Set(
  `Mr Mrs Ms Dr Prof Rev Hon Pres Gov Sen Rep Gen Lt Col Maj Capt Cpl Sgt Adm Cmdr Supt Insp Amb Fr Sr St Mt Ft
  vs approx ca cf eg ie viz resp Hr Dipl Ing bzw z d i.d u o sog vgl Mio Mrd inkl evtl ggf zzgl geb gest Str
  MM Mme Mmes Mlle Mgr Me p env apr boul Sra Srta Dra`.split(/\s+/),
)

/** Abbreviations before a number, ordinary words otherwise: "No. 5", "art. 7". */
const NUMBERED_ABBREVIATIONS = new Set('No no Nos nos Nr Fig fig Figs Vol vol pp p Art art Abs Chap chap Ch'.split(' '))

/** Abbreviations that may also end a sentence: the next word decides. */
const OPEN_ABBREVIATIONS = new Set(
  `Inc Ltd Co Corp Plc plc LLC Bros Jr etc al Dept Univ Assn Ave Blvd Rd Sq usw usf
  Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Okt Dez janv févr avr juil sept oct nov déc
  Mon Tue Tues Wed Thu Thurs Fri Sat Ph.D`.split(/\s+/),
)

const END =
  /(?<![.!?…])[.!?…]+(?:\s»|["'”’»›“)\]])*(?=\s|$)|[。！？｡।؟]+["”’」』）)]*|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[!?]+[”’」』）)]*/gu
/** How far before a full stop an abbreviation is searched. */
const LONGEST_TOKEN = 20
const LONGEST_QUOTATION = 400
/** A line that continues in lower case was only wrapped. */
const PARAGRAPH = /\n\s*\n\s*|\n(?!\s*\p{Ll})/u

/**
 * Splits plain text into sentences, each as written. A quotation is not split: its sentences stay together with the one
 * that contains them. Lines without a full stop (headings, list items) are sentences of their own.
 */
export function splitSentences(text: string, language: string | null = null): string[] {
  return text.split(PARAGRAPH).flatMap((paragraph) => {
    const whole = splitParagraph(paragraph, language, true)
    return whole ?? splitParagraph(paragraph, language, false)!
  })
}

/** Null when a quotation opens and never closes, so that quotation marks cannot be tracked. */
function splitParagraph(paragraph: string, language: string | null, mindQuotes: boolean): string[] | null {
  const quotes = createQuoteTracker(paragraph)
  const sentences: string[] = []
  let start = 0
  for (const found of paragraph.matchAll(END)) {
    const end = found.index + found[0].length
    if (mindQuotes && quotes.depthAt(end) > 0) continue
    if (!endsSentence(paragraph, start, found.index, end, language)) continue
    sentences.push(paragraph.slice(start, end).trim())
    start = end
  }
  if (mindQuotes && quotes.depthAt(paragraph.length) > 0) return null
  sentences.push(paragraph.slice(start).trim())
  return sentences.filter((sentence) => sentence !== '')
}

function endsSentence(text: string, start: number, at: number, end: number, language: string | null): boolean {
  const rest = text.slice(end, end + 40)
  if (rest.trim() === '') return true
  if (/[。！？｡]/.test(text[at]!)) return endsUnspaced(text, at, end)
  const next = /^\s*["'“„«‘»([¿¡]*(\S*)/u.exec(rest)![1]!
  if (/^\p{Ll}/u.test(next)) return false
  if (text.slice(at, end).replace(/[\s"'”’»›“)\]]+$/u, '') !== '.') return true
  return !isAbbreviation(text.slice(Math.max(start, at - LONGEST_TOKEN), at), next, language)
}

/** 「…。」と述べた continues after the quotation, 市長說：「…。」 ends with it; "Yahoo！奇摩" is a name. */
function endsUnspaced(text: string, at: number, end: number): boolean {
  const next = text[end]!
  const opener = { '”': '“', '」': '「', '』': '『', '）': '（', ')': '(' }[text[end - 1]!]
  if (opener === undefined) return !(text[at] === '！' && /[A-Za-z]/.test(text[at - 1] ?? '') && /\p{L}/u.test(next))
  return /[\s「『“]/u.test(next) || /[：:，]/u.test(markBefore(text, opener, at))
}

/** The character before the quotation that ends at `at`; very long quotations are not tracked. */
function markBefore(text: string, opener: string, at: number): string {
  const near = text.slice(Math.max(0, at - LONGEST_QUOTATION), at)
  return near[near.lastIndexOf(opener) - 1] ?? ''
}

function isAbbreviation(before: string, next: string, language: string | null): boolean {
  const token = /([^\s"'“”„«»‘(（[]+)$/u.exec(before)?.[1] ?? ''
  if (LEADING_ABBREVIATIONS.has(token) || /^(?:[0-9]{1,3}|\p{L})$/u.test(before.trim())) return true
  if (NUMBERED_ABBREVIATIONS.has(token) && /^\p{N}/u.test(next)) return true
  const open =
    OPEN_ABBREVIATIONS.has(token) ||
    /^\p{Lu}$/u.test(token) ||
    /^(?:\p{L}\.)+\p{L}$/u.test(token) ||
    // German ordinals and dates: "am 3. Oktober".
    (language?.slice(0, 2) === 'de' && /^[0-9]{1,2}$/.test(token))
  return open && !isStopWord(foldText(next.replace(/\P{L}+$/u, '')), language)
}
