/** Tests one UTF-16 code unit; the caller tries both cases. */
export type UnitTest = (unit: string) => boolean

/** The syntax tree of a pattern. */
export type PatternNode =
  | { readonly kind: 'unit'; readonly test: UnitTest }
  | { readonly kind: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'any'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number | null }

/** A pattern that is refused; the message names the part. */
export class PatternError extends Error {}

const longestPattern = 500
const largestRepeat = 200

const digit: UnitTest = (unit) => unit >= '0' && unit <= '9'
const wordUnit = /[\p{L}\p{M}\p{N}_]/u
const word: UnitTest = (unit) => wordUnit.test(unit)
const space: UnitTest = (unit) => /\s/.test(unit)
const not =
  (test: UnitTest): UnitTest =>
  (unit) =>
    !test(unit)

const classes: Readonly<Record<string, UnitTest>> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: space,
  S: not(space),
}
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' }

const nothing: PatternNode = { kind: 'all', parts: [] }

interface Reader {
  readonly text: string
  at: number
  depth: number
}

/**
 * Parses the subset of regular expressions that runs in linear time: letters, classes, groups, alternatives and counted
 * repeats. Back-references and look-around are refused by name. Letters match in either case.
 */
export function readPattern(text: string): PatternNode {
  if (text === '') throw new PatternError('is empty')
  if (text.length > longestPattern) throw new PatternError(`is longer than ${longestPattern} characters`)
  const reader: Reader = { text, at: 0, depth: 0 }
  const node = readAlternatives(reader)
  if (reader.at < text.length) throw new PatternError(`has an unmatched ) at ${reader.at + 1}`)
  return node
}

function readAlternatives(reader: Reader): PatternNode {
  const parts = [readSequence(reader)]
  while (reader.text[reader.at] === '|') {
    reader.at += 1
    parts.push(readSequence(reader))
  }
  return parts.length === 1 ? parts[0]! : { kind: 'any', parts }
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = []
  while (reader.at < reader.text.length && reader.text[reader.at] !== '|' && reader.text[reader.at] !== ')') {
    parts.push(readRepeat(reader, readAtom(reader)))
  }
  return { kind: 'all', parts }
}

function readRepeat(reader: Reader, atom: PatternNode): PatternNode {
  const found = /^(?:[*+?]|\{(\d{1,4})(,(\d{1,4})?)?\})[?]?/.exec(reader.text.slice(reader.at, reader.at + 16))
  if (found === null) return atom
  reader.at += found[0].length
  if (/^[*+?{]/.test(reader.text.slice(reader.at, reader.at + 1))) throw new PatternError('repeats a repeat')
  const [min, max] = bounds(found)
  if (min > largestRepeat || (max !== null && (max > largestRepeat || max < min)))
    throw new PatternError(`has a repeat outside 0 to ${largestRepeat}: ${found[0]}`)
  return { kind: 'repeat', part: atom, min, max }
}

function bounds(found: RegExpExecArray): readonly [number, number | null] {
  const [sign, least, comma, most] = found
  if (sign.startsWith('*')) return [0, null]
  if (sign.startsWith('+')) return [1, null]
  if (sign.startsWith('?')) return [0, 1]
  if (comma === undefined) return [Number(least), Number(least)]
  return [Number(least), most === undefined ? null : Number(most)]
}

function readAtom(reader: Reader): PatternNode {
  const sign = reader.text[reader.at]!
  reader.at += 1
  if (sign === '(') return readGroup(reader)
  if (sign === '[') return unit(readSet(reader))
  if (sign === '\\') return readEscape(reader)
  // The whole date line is always meant, so an anchor adds nothing.
  if (sign === '^' || sign === '$') return nothing
  if (sign === '.') return unit(() => true)
  if (/[*+?{]/.test(sign)) throw new PatternError(`has ${sign} with nothing to repeat`)
  return unit((other) => other === sign)
}

function readGroup(reader: Reader): PatternNode {
  const opening = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(reader.text.slice(reader.at, reader.at + 40))
  if (opening !== null) reader.at += opening[0].length
  else if (reader.text[reader.at] === '?') throw new PatternError('looks ahead or behind, which is not supported')
  reader.depth += 1
  if (reader.depth > 20) throw new PatternError('has groups more than 20 deep')
  const node = readAlternatives(reader)
  if (reader.text[reader.at] !== ')') throw new PatternError('has a group that is not closed')
  reader.at += 1
  reader.depth -= 1
  return node
}

function readEscape(reader: Reader): PatternNode {
  const sign = reader.text[reader.at]
  reader.at += 1
  if (sign === undefined) throw new PatternError('ends with a backslash')
  if (sign === 'b' || sign === 'A' || sign === 'Z') return nothing
  const known = classes[sign]
  if (known !== undefined) return unit(known)
  if (/[0-9]/.test(sign)) throw new PatternError('refers back to a group, which is not supported')
  if (controls[sign] !== undefined) return unit((other) => other === controls[sign])
  if (/[A-Za-z]/.test(sign)) throw new PatternError(`has an unknown escape \\${sign}`)
  return unit((other) => other === sign)
}

const unit = (test: UnitTest): PatternNode => ({ kind: 'unit', test })

function readSet(reader: Reader): UnitTest {
  const negated = reader.text[reader.at] === '^'
  if (negated) reader.at += 1
  const tests: UnitTest[] = []
  while (reader.text[reader.at] !== ']' || tests.length === 0) {
    if (reader.at >= reader.text.length) throw new PatternError('has a set [ that is not closed')
    tests.push(readSetMember(reader))
  }
  reader.at += 1
  const among: UnitTest = (one) => tests.some((test) => test(one))
  // A negated set must exclude both cases of its members.
  return negated ? (one) => !among(one) && !among(one.toLowerCase()) && !among(one.toUpperCase()) : among
}

function readSetMember(reader: Reader): UnitTest {
  const from = readSetUnit(reader)
  if (typeof from !== 'string') return from
  const isRange = reader.text[reader.at] === '-' && reader.text[reader.at + 1] !== ']'
  if (!isRange) return (one) => one === from
  reader.at += 1
  const to = readSetUnit(reader)
  if (typeof to !== 'string' || to < from) throw new PatternError('has a range that runs backwards')
  return (one) => one >= from && one <= to
}

function readSetUnit(reader: Reader): string | UnitTest {
  const sign = reader.text[reader.at]
  if (sign === undefined) throw new PatternError('has a set [ that is not closed')
  reader.at += 1
  if (sign !== '\\') return sign
  const escaped = reader.text[reader.at]
  if (escaped === undefined) throw new PatternError('ends with a backslash')
  reader.at += 1
  return classes[escaped] ?? controls[escaped] ?? escaped
}
