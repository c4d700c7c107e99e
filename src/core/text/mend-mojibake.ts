/** The characters of Windows-1252 for the bytes 80 to 9F; all other bytes are the code point of the same number. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** A lead byte of UTF-8 and its continuation bytes, each decoded as Windows-1252. */
const MISREAD = new RegExp(`[\u00c2-\u00f4][\u0080-\u00bf${HIGH}]{1,3}`, 'gu')

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Repairs mojibake, UTF-8 that was decoded as Windows-1252: "KÃ¶ln" becomes "Köln". Other text is unchanged. */
export function mendMojibake(text: string): string {
  // Hardly any text has such a pair, and the check is cheap.
  if (!/[\u00c2-\u00f4][^\0-\u007f]/.test(text)) return text
  return text.replace(MISREAD, mendRun)
}

function mendRun(run: string): string {
  const bytes = Uint8Array.from(run, byteOf)
  for (let end = bytes.length; end > 1; end--) {
    try {
      return decoder.decode(bytes.subarray(0, end)) + run.slice(end)
    } catch {
      // Try fewer bytes.
    }
  }
  return run
}

function byteOf(character: string): number {
  const at = HIGH.indexOf(character)
  return at < 0 ? character.charCodeAt(0) : 0x80 + at
}
