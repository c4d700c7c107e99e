/** The closing mark of each opening mark. German „…“ and »…« reverse some of them, so a mark may be either. */
const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“',
  '«': '»',
  '»': '«',
  '‘': '’',
  '"': '"',
  '「': '」',
  '『': '』',
  '《': '》',
  '【': '】',
  '（': '）',
  '(': ')',
  '[': ']',
}

/** Tracks quotation marks and brackets through a text. */
export interface QuoteTracker {
  /** How many are open before `at`; must be called with ascending `at`. */
  readonly depthAt: (at: number) => number
}

/** Starts before the first character. A closing mark without an opening one is ignored: an apostrophe or a mistake. */
export function createQuoteTracker(text: string): QuoteTracker {
  const expected: string[] = []
  let read = 0
  const step = (mark: string): void => {
    if (expected.at(-1) === mark && !(mark === '’' && isLetter(text[read + 1]))) expected.pop()
    else if (Object.hasOwn(CLOSERS, mark) && !(mark === '‘' && isLetter(text[read - 1]))) expected.push(CLOSERS[mark]!)
  }
  return {
    depthAt: (at) => {
      for (; read < at; read++) step(text[read]!)
      return expected.length
    },
  }
}

/** True when all quotation marks and brackets of a text are matched. */
export function isBalanced(text: string): boolean {
  if (createQuoteTracker(text).depthAt(text.length) > 0) return false
  const count = (marks: RegExp) => text.match(marks)?.length ?? 0
  return (
    count(/["“„”]/g) % 2 === 0 &&
    count(/「/g) === count(/」/g) &&
    count(/『/g) === count(/』/g) &&
    count(/[(（]/g) === count(/[)）]/g) &&
    count(/[«»]/g) % 2 === 0
  )
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /\p{L}/u.test(character)
