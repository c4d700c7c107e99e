/* An answer as text, for clients that do not read structured content: the same values in lines. */

type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value) && !isBlock(value)
const isBlock = (value: unknown): value is string => typeof value === 'string' && value.includes('\n')
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)

/** Values in lines, what is unknown or false left out; texts of several lines and lists after the rest. */
export function answerText({ notice, ...values }: Values): string {
  return [...(typeof notice === 'string' ? [notice, ''] : []), ...linesOf(values, '')].join('\n')
}

function linesOf(values: Values, indent: string): string[] {
  const all = Object.entries(values).filter(([, value]) => !isEmpty(value))
  const plain = all.filter(([, value]) => isPlain(value)).map(([name, value]) => `${name}: ${value}`)
  return [
    ...(plain.length === 0 ? [] : [indent + plain.join(' · ')]),
    ...all.filter(([, value]) => !isPlain(value)).flatMap(([name, value]) => nestedLines(name, value, indent)),
  ]
}

function nestedLines(name: string, value: unknown, indent: string): string[] {
  // Marks stand at the start of a line, and what is between them stays as it is.
  if (isBlock(value)) return value.startsWith('<<<') ? [value] : [`${indent}${name}: ${value}`]
  if (isRecord(value)) return linesOf(value, indent)
  const list = value as readonly unknown[]
  if (list.every(isPlain)) return [`${indent}${name}: ${list.join(', ')}`]
  return [`${indent}${name}:`, ...list.flatMap((one, at) => itemLines(one, at, indent))]
}

function itemLines(one: unknown, at: number, indent: string): string[] {
  const [first = '', ...rest] = isRecord(one) ? linesOf(one, `${indent}   `) : [`${indent}   ${one}`]
  return [`${indent}${at + 1}. ${first.trimStart()}`, ...rest]
}
