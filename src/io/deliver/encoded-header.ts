/** Bytes of text per encoded word, so that each stays within the 75 characters that RFC 2047 allows. */
const BYTES_PER_WORD = 45

/** A header value in ASCII: as it is, or as RFC 2047 encoded words of base64, each of whole characters. Text that looks encoded is encoded too. */
export function encodedHeader(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > BYTES_PER_WORD) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ')
}
