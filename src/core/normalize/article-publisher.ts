import type { EntrySource } from '../domain/entry.ts'

/** News agencies as bylines and datelines name them. Source: their own style guides and dispatches. */
const agencies: readonly (readonly [RegExp, string])[] = [
  [/^(?:thomson )?reuters\b/i, 'Reuters'],
  [/^(?:the )?associated press\b|^ap(?: news)?$/i, 'Associated Press'],
  [/^(?:agence france[- ]presse|afp)$/i, 'AFP'],
  [/^bloomberg(?: news)?$/i, 'Bloomberg'],
  [/^(?:dpa|deutsche presse-agentur)(?:[ -]\w+)?$/i, 'dpa'],
  [/^(?:pa media|press association|pa)$/i, 'PA Media'],
  [/^(?:upi|united press international)$/i, 'UPI'],
  [/^ansa$/i, 'ANSA'],
  [/^(?:agencia )?efe$/i, 'EFE'],
  [/^europa press$/i, 'Europa Press'],
  [/^(?:tass|тасс)$/i, 'TASS'],
  [/^(?:ria novosti|риа новости)$/i, 'RIA Novosti'],
  [/^(?:xinhua(?: news agency)?|新华社|新華社)$/i, 'Xinhua'],
  [/^(?:kyodo(?: news)?|共同通信(?:社)?|共同)$/i, 'Kyodo'],
  [/^(?:jiji(?: press)?|時事通信(?:社)?|時事)$/i, 'Jiji'],
  [/^(?:yonhap(?: news agency)?|연합뉴스)$/i, 'Yonhap'],
  [/^(?:cna|central news agency|中央社|中央通訊社)$/i, 'CNA'],
  [/^(?:ians|indo-asian news service)$/i, 'IANS'],
  [/^(?:pti|press trust of india)$/i, 'PTI'],
  [/^(?:canadian press|the canadian press)$/i, 'The Canadian Press'],
  [/^(?:aap|australian associated press)$/i, 'AAP'],
]

/** "LONDON (Reuters) - …", "(AP) — …", "（中央社記者…）", "【共同】", "新华社北京11月14日电". */
const datelines: readonly RegExp[] = [
  /^.{0,60}?\(([\p{L} .-]{2,30})\)\s*[-–—]/u,
  /^[（(【［[]\s*(中央社|共同通信|共同|時事通信|時事|新華社|新华社|연합뉴스)/u,
  /^(新华社|新華社).{1,12}[电電]/u,
  /^\(.{0,12}(연합뉴스)\)/u,
]

/**
 * The original publisher when it is not the source: from the RSS `source` element, an agency as author, or an agency in
 * the dateline.
 */
export function articlePublisher(
  source: EntrySource | null,
  author: string | null,
  text: string | null,
): string | null {
  const named = source?.title?.replace(/\s+/g, ' ').trim() ?? ''
  if (named !== '') return named
  const byline = author === null ? null : agencyOf(author)
  if (byline !== null || text === null) return byline
  const start = text.slice(0, 120)
  for (const dateline of datelines) {
    const agency = dateline.exec(start)?.[1]
    const known = agency === undefined ? null : agencyOf(agency)
    if (known !== null) return known
  }
  return null
}

function agencyOf(name: string): string | null {
  const bare = name.trim()
  for (const [pattern, agency] of agencies) if (pattern.test(bare)) return agency
  return null
}
