const DIGITS = '〇一二三四五六七八九'
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** "第十二回", "第三期", "その十二". Days ("第三天") are left out on purpose: they count up within one event. */
const ISSUE =
  /その([〇一二三四五六七八九十百千]+)|第([〇一二三四五六七八九十百千]+)[回期話话號号集章講讲輪轮屆届彈弾篇巻卷版]/u

/** The number of a column's issue that a title spells in Han numerals; Arabic numerals are read with all other numbers. */
export function issueNumber(title: string): number | null {
  const found = ISSUE.exec(title)
  return found === null ? null : hanNumber(found[1] ?? found[2]!)
}

/** 十二 is ten and two; without units (二〇二六) the digits stand side by side. */
function hanNumber(text: string): number {
  let sum = 0
  let digits = 0
  let hasDigit = false
  for (const letter of text) {
    const unit = UNITS[letter]
    if (unit === undefined) {
      digits = digits * 10 + DIGITS.indexOf(letter)
      hasDigit = true
    } else {
      sum += (hasDigit ? digits : 1) * unit
      digits = 0
      hasDigit = false
    }
  }
  return sum + digits
}
