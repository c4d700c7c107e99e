import { isLabelBoilerplate } from './label-boilerplate.ts'

/** A segment of Chinese or Japanese: a word, a sign of grammar, の or 的 between two nouns, a sign, or anything else that ends a phrase. */
export interface Segment {
  readonly text: string
  readonly kind: 'word' | 'grammar' | 'link' | 'edge' | 'sign'
}

/** Characters that are grammar wherever they stand; 对 or 会 are not here, for they are parts of words too. */
const GRAMMAR = /^[了是在和與与及或也都就還还被把將将吧嗎吗呢很而但因由並并讓让跟則则您你我他她它們们這这那哪誰谁]+$/u
/** Function words of Chinese of more than one character, for which segmenters have entries. Compiled by hand for Copytaster. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `這個 这个 那個 那个 這些 这些 那些 這樣 这样 那樣 那样 這裡 这里 一個 一个 一些 一下 一起 一直 一樣 一样 一場 什麼 什么 怎麼 怎么 怎樣 怎样 如何 為何 为何
為什麼 为什么 自己 沒有 没有 不是 就是 還是 还是 但是 可是 因為 因为 所以 如果 雖然 虽然 非常 很多 更多 許多 许多 以及 對於 对于 關於 关于 由於 由于 通過 通过 根據 根据
之後 之后 之前 以後 以后 時候 时候 現在 现在 後來 后来 不會 不会 不能 不要 不過 不过 而且 並且 并且 或者 其實 其实 當然 当然 竟然 居然 終於 终于 甚至 仍然 依然
幾乎 几乎 大家 有人 有些 是否 能否 也許 也许 似乎 他們 他们 我們 我们 你們 你们 其他 其它 另外 每個 每个 各種 各种 不少 真的 的確 的确 只是 只有 只要 已經 已经`.split(
    /\s+/u,
  ),
)
const DAY = /^[一二三四五六七八九十\d０-９]+[年月日週周號号]$/u
/** Days and years, which Japanese headlines put in front of what they tell. */
const JAPANESE_TIMES: ReadonlySet<string> = new Set(
  '今日 昨日 明日 今年 昨年 去年 来年 今回 今週 先週 来週 今月 先月 来月 一日 本日 毎日'.split(' '),
)
const HIRAGANA = /^[\p{sc=Hiragana}ー]+$/u
const ENDS_IN_HIRAGANA = /[\p{sc=Han}].*\p{sc=Hiragana}$|^\p{sc=Hiragana}.*\p{sc=Hiragana}$/u
const FIGURE = /^[A-Za-z]?[\p{N}.,]+$|^[一二三四五六七八九十百千萬万億亿兩两]{2,}$/u
const COUNTER =
  /^(?:時間|分間|秒間|日間|週間|年間|[かカヶ]月|キロ|メートル|センチ|トン|ドル|ユーロ|億円|万円|万人|小時|小时|分鐘|分钟|公里|公尺|公斤|美元|歐元|欧元|億元|亿元)$/u
const CLAUSE_END = /(?<=[\s。、，；：！？!?,;:「」『』（）()【】《》〈〉｜|])/u

/** Signs within a clause, such as ％ and the dot of foreign names, do not end it. */
const isClauseSign = (segment: string): boolean => !/^[%％℃·・.＋+&＆-]$/u.test(segment)

const segmenters = new Map<string, Intl.Segmenter>()

/** Cuts a text into segments by ICU, here for naming only, never for decisions. */
export function segmentsOf(text: string, script: 'zh' | 'ja'): Segment[] {
  const segmenter = segmenters.get(script) ?? new Intl.Segmenter(script, { granularity: 'word' })
  segmenters.set(script, segmenter)
  const segments: Segment[] = []
  // ICU slows down on long strings, so it gets one clause at a time.
  for (const clause of text.split(CLAUSE_END)) {
    let counts = false
    const parts = [...segmenter.segment(clause)]
    parts.forEach(({ segment, isWordLike }, at) => {
      const isFigure = FIGURE.test(segment)
      // A counter after a number is not a name: of 12萬片晶圓 only 晶圓 (wafers) is left.
      const isCounted: boolean = counts && (segment.length === 1 || COUNTER.test(segment))
      counts = isFigure || isCounted
      const isEdge = isFigure || isCounted || isIdle(segment, parts[at + 1]?.segment, script)
      if (!isWordLike) segments.push({ text: segment, kind: isClauseSign(segment) ? 'sign' : 'edge' })
      else if (isEdge) segments.push({ text: segment, kind: 'edge' })
      else
        segments.push({
          text: segment,
          kind: script === 'zh' ? chineseKind(segment) : japaneseKind(segment, parts[at + 1]?.segment),
        })
    })
    if (segments.at(-1)?.kind !== 'sign') segments.push({ text: '', kind: 'sign' })
  }
  return segments
}

/** Words of the trade end a phrase, but not where they begin a longer word: 新聞 of 新聞局. */
function isIdle(segment: string, next: string | undefined, script: 'zh' | 'ja'): boolean {
  if (DAY.test(segment)) return true
  if (script === 'ja') return JAPANESE_TIMES.has(segment)
  return isLabelBoilerplate(segment) && !(/^\p{sc=Han}$/u.test(next ?? '') && !GRAMMAR.test(next!) && next !== '的')
}

function chineseKind(segment: string): Segment['kind'] {
  if (segment === '的') return 'link'
  return GRAMMAR.test(segment) || FUNCTION_WORDS.has(segment) ? 'grammar' : 'word'
}

/** さざなみ荘 is a name: hiragana is a word before a single character that can end one. */
function japaneseKind(segment: string, next: string | undefined): Segment['kind'] {
  if (segment === 'の') return 'link'
  if (HIRAGANA.test(segment)) return segment.length > 2 && /^\p{sc=Han}$/u.test(next ?? '') ? 'word' : 'grammar'
  return ENDS_IN_HIRAGANA.test(segment) ? 'grammar' : 'word'
}
