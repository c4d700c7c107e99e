/** News agencies as bylines and datelines name them. Source: their own style guides and dispatches. */
const AGENCIES: readonly (readonly [RegExp, string])[] = [
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
const DATELINES: readonly RegExp[] = [
  /^.{0,60}?\(([\p{L} .-]{2,30})\)\s*[-–—]/u,
  /^[（(【［[]\s*(中央社|共同通信|共同|時事通信|時事|新華社|新华社|연합뉴스)/u,
  /^(新华社|新華社).{1,12}[电電]/u,
  /^\(.{0,12}(연합뉴스)\)/u,
]
/** "Kiel (dmd) –": what stands there in small letters is an agency, known or not; a party has capitals. */
const SMALL_LETTERS =
  /^\p{Lu}[\p{L}.'’/-]+(?: (?:am|an der|de|la|del|of|upon|\p{Lu}[\p{L}.'’/-]*)){0,3}(?:, [\p{L}\p{N}. ]{1,30})? ?\((\p{Ll}{2,5})\)\s*[-–—]/u

/** The agency that a byline is; null for any other name. */
export function agencyOf(name: string): string | null {
  const bare = name.trim()
  for (const [pattern, agency] of AGENCIES) if (pattern.test(bare)) return agency
  return null
}

/** The agency that the dateline of a text names; null without one. */
export function datelineAgency(text: string): string | null {
  const start = text.slice(0, 120)
  for (const dateline of DATELINES) {
    const named = dateline.exec(start)?.[1]
    const known = named === undefined ? null : agencyOf(named)
    if (known !== null) return known
  }
  return SMALL_LETTERS.exec(start)?.[1] ?? null
}

/** Whether a byline or dateline names a newsroom: by its name, the beginning of it ("Meridian") or its initials ("dmd"). */
export function namesNewsroom(byline: string, name: string): boolean {
  const [short, long] = [byline.trim().toLowerCase(), name.trim().toLowerCase()]
  return short === long || (short.length > 3 && long.startsWith(`${short} `)) || isAbbreviation(short, long)
}

/** The first letters of all words, in order, and between them letters of these words: Deutscher MelDungsdienst. */
function isAbbreviation(short: string, long: string): boolean {
  if (!/^\p{L}{2,5}$/u.test(short)) return false
  const words = long.match(/\p{L}+/gu) ?? []
  if (words.length < 2 || words.length > short.length) return false
  const pattern = words.map((word) => `${word[0]}`).join('\\p{L}*')
  return new RegExp(`^${pattern}\\p{L}*$`, 'u').test(short) && isWithin(short, long)
}

function isWithin(short: string, long: string): boolean {
  let from = 0
  for (const letter of short) {
    const at = long.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}
