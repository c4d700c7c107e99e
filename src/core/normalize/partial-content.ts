const fewWords = 100

const longestAppendix = 600

/** What sites append to a teaser: WordPress's "The post … appeared first on …", "Continue reading". */
const appendix =
  /\s*(?:the post\b.{0,300}\b(?:appeared first|first appeared) on\b.{0,200}|(?:continue reading|read (?:more|the full (?:story|article))|keep reading|weiterlesen|mehr lesen|lire la suite|leer más|seguir leyendo|leggi tutto|続きを読む|全文|閱讀更多|阅读更多|阅读全文|더 보기)[^\n]{0,120})$/is

const ellipsis = /(?:…|\.{3}|\[\s*(?:…|\.{2,3})\s*\]|⋯⋯?|。。。)\s*[»>→›)\]"”]*$/

/** Every ellipsis contains one of these; a text without them needs no further check. */
const ellipsisSigns = ['…', '..', '⋯', '。。。']

/** True for a teaser: under a hundred words and cut off. */
export function isPartialContent(text: string | null, wordCount: number): boolean {
  if (text === null || wordCount >= fewWords) return false
  if (!ellipsisSigns.some((sign) => text.includes(sign))) return false
  return ellipsis.test(text.trimEnd()) || ellipsis.test(text.slice(-longestAppendix).replace(appendix, ''))
}
