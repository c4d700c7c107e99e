/** Decodes references in a text without controls; only a numeric reference can produce one. */
export function decodedWith(decode: (raw: string) => string, raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.includes('&#') ? withoutControls(decode(raw)) : decode(raw)
}

/** Removes characters that HTML does not allow, however they were written; a carriage return becomes a line end. */
export const withoutControls = (text: string): string =>
  /[\u0000-\u0008\u000b\r\u000e-\u001f\u007f]/.test(text)
    ? text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g, '')
    : text
