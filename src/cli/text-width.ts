/** East Asian wide and fullwidth characters and emoji take two columns (Unicode UAX #11), marks and joiners none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u

/** The columns of a text on a terminal. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (character >= ' ' && character <= '~') return 1
  if (NO_WIDTH.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** The text in exactly so many columns: cut with an ellipsis, or padded with blanks; as it is where there is no limit. */
export function fitText(text: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY) return text
  const width = textWidth(text)
  if (width <= columns) return text + ' '.repeat(columns - width)
  let cut = ''
  let used = 0
  for (const character of text) {
    const next = characterWidth(character)
    if (used + next > columns - 1) break
    cut += character
    used += next
  }
  return `${cut}…${' '.repeat(Math.max(0, columns - used - 1))}`
}
