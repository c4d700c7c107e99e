/** Digits of other scripts, by the code of their zero. Source: Unicode, general category Nd. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0]

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  const zero = zeros.find((start) => code >= start && code < start + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** Normalises the spelling of a date: lower case, no accents, ASCII digits, signs and blanks. */
export function foldDate(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase()
  if (/^[\x20-\x7e]*$/.test(plain)) return plain.trim()
  return plain
    .replace(/ı/g, 'i')
    .replace(/[’ʼ׳`´]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[٠-٩۰-۹०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯๐-๙໐-໙]/g, asciiDigit)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}
