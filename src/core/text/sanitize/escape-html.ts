const special = /[&<>"]/

const written: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes for text and for double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? text.replace(/[&<>"]/g, (character) => written[character]!) : text
