/** What references of a text without controls stand for: only one that gives a number can bring one in. */
export function decodedWith(decode: (raw: string) => string, raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.includes('&#') ? withoutControls(decode(raw)) : decode(raw)
}

/** Characters HTML does not have stay out, however they were written; a carriage return is a line end. */
export const withoutControls = (text: string): string =>
  /[\u0000-\u0008\u000b\r\u000e-\u001f\u007f]/.test(text)
    ? text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, '')
    : text
