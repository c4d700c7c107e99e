import { SIMPLIFIED_HAN } from './simplified-han-data.ts'

/** The simplified form of each code unit; 0 where it is unchanged. */
let table: Uint16Array | null = null

function simplifiedForms(): Uint16Array {
  const forms = new Uint16Array(0x10000)
  for (let at = 0; at < SIMPLIFIED_HAN.length; at += 2)
    forms[SIMPLIFIED_HAN.charCodeAt(at)] = SIMPLIFIED_HAN.charCodeAt(at + 1)
  return forms
}

/**
 * Chinese text in simplified characters, so that 台灣 and 台湾 compare equal. Not for display: the vocabulary differs too.
 */
export function simplifiedHan(text: string): string {
  table ??= simplifiedForms()
  let out = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const form = table[text.charCodeAt(at)]!
    if (form === 0) continue
    out += text.slice(from, at) + String.fromCharCode(form)
    from = at + 1
  }
  return from === 0 ? text : out + text.slice(from)
}
