/**
 * Searches for one fixed string and caches the last hit, so that a distant hit is not searched for again at every tag.
 */
export type Find = (from: number) => number

/** The strings the scanner searches for. */
export interface Finders {
  readonly lt: Find
  readonly gt: Find
  readonly doubleQuote: Find
  readonly singleQuote: Find
  readonly cdataEnd: Find
  readonly commentEnd: Find
  readonly instructionEnd: Find
  readonly bracket: Find
  readonly bracketEnd: Find
}

/** Creates the finders for one text. */
export function findersIn(text: string): Finders {
  const finder = (needle: string): Find => {
    let searchedFrom = Number.POSITIVE_INFINITY
    let found = -1
    return (from) => {
      if (from >= searchedFrom && (found < 0 || from <= found)) return found
      searchedFrom = from
      found = text.indexOf(needle, from)
      return found
    }
  }
  return {
    lt: finder('<'),
    gt: finder('>'),
    doubleQuote: finder('"'),
    singleQuote: finder("'"),
    cdataEnd: finder(']]>'),
    commentEnd: finder('-->'),
    instructionEnd: finder('?>'),
    bracket: finder('['),
    bracketEnd: finder(']'),
  }
}
