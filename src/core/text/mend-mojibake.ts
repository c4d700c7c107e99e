/** Windows-1252's characters for the bytes 80 to 9F; the rest of the bytes are the characters of the same number. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** A first byte of UTF-8 and those that may follow it, each read as a character of Windows-1252. */
const MISREAD = new RegExp(`[\u00c2-\u00f4][\u0080-\u00bf${HIGH}]{1,3}`, 'gu')

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Text as it was before somebody read its UTF-8 as Windows-1252: "KÃ¶ln" is "Köln". Anything else comes back as it is. */
export function mendMojibake(text: string): string {
  // Nearly no text has such a pair, and looking for one is cheap.
  if (!/[\u00c2-\u00f4][^\0-\u007f]/.test(text)) return text
  return text.replace(MISREAD, mendRun)
}

function mendRun(run: string): string {
  const bytes = Uint8Array.from(run, byteOf)
  for (let end = bytes.length; end > 1; end--) {
    try {
      return decoder.decode(bytes.subarray(0, end)) + run.slice(end)
    } catch {
      // Fewer bytes may be a character.
    }
  }
  return run
}

function byteOf(character: string): number {
  const at = HIGH.indexOf(character)
  return at < 0 ? character.charCodeAt(0) : 0x80 + at
}
