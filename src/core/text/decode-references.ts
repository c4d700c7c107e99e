import { decodeHTMLStrict } from 'entities'

const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

/** Decodes character references that end in a semicolon; `AT&T` and `?a=1&copy=2` are unchanged. */
export const decodeReferences = (text: string): string => (reference.test(text) ? decodeHTMLStrict(text) : text)
