const AGENCY = '[^()（）]{2,40}'
/** Agencies whose name in brackets needs no dash after it. */
const KNOWN = 'Reuters|AP|AFP|dpa|UPI|EFE|ANSA|APA|Kyodo|Xinhua|Bloomberg'
const DASH = '\\s*(?:--?|–|—|―)\\s+'
const DATELINES: readonly RegExp[] = [
  // TAIPEI, Nov 3 (Reuters) – / Berlin (dpa) - / PARIS (AFP) —
  new RegExp(
    `^\\p{Lu}[\\p{L}.'’ /-]{1,40}(?:,\\s*[\\p{L}\\p{N}. ]{1,30}){0,2}\\s*\\((?:${AGENCY}\\)\\s*(?:--?|–|—|―|:)|(?:${KNOWN})\\))\\s*`,
    'u',
  ),
  // WASHINGTON, Nov. 3 — / LONDON –
  new RegExp(`^\\p{Lu}{2}[\\p{Lu}.'’ /-]{1,40}(?:,\\s*[\\p{L}\\p{N}. ]{1,30}){0,2}${DASH}`, 'u'),
  // (Reuters) - / (CNN) —
  new RegExp(`^\\(${AGENCY}\\)${DASH}`, 'u'),
  // （中央社記者王小明台北3日電） 〔記者李大同／台北報導〕 【東京共同】 (路透東京3日電)
  /^[（(【〔［[][^）)】〕］\]]{0,40}(?:電|电|報導|报道|報道|訊|讯|特稿|共同|時事|＝[^）)】〕］\]]{1,12})[）)】〕］\]]\s*/u,
  /^【[^】]{1,24}】\s*/u,
  // 記者王小明／台北報導 …
  /^(?:記者|记者|編譯|编译)[^，。：]{1,16}[／/][^，。：]{1,10}(?:報導|报道|報道)[\s：:]*/u,
  // 中央社台北3日電 …
  /^[^，。\s]{2,12}\d{1,2}日(?:電|电|訊|讯)[\s：:]+/u,
]

/** Removes the dateline (place, date and agency) from the first sentence of a dispatch. */
export function withoutDateline(sentence: string): string {
  for (const dateline of DATELINES) {
    const rest = sentence.replace(dateline, '')
    if (rest !== sentence && rest.length >= 8) return rest
  }
  return sentence
}
