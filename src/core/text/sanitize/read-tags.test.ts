import fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import { readTags } from './read-tags.ts'

/** What is told, as one line each; text that comes in pieces is joined. */
function told(source: string): string[] {
  const lines: string[] = []
  readTags(source, {
    wants: () => true,
    start: ({ name }, attributes) => lines.push(`<${name} ${JSON.stringify([...attributes])}`),
    end: ({ name }) => lines.push(`/${name}`),
    text: (data) => lines.push(`"${data}`),
    gap: () => undefined,
  })
  return joined(lines)
}

/** The same by the tokenizer of htmlparser2, which follows browsers throughout. */
function toldByOthers(source: string): string[] {
  const lines: string[] = []
  let [name, attribute, value] = ['', '', '']
  let attributes = new Map<string, string>()
  const start = () => lines.push(`<${name} ${JSON.stringify([...attributes])}`)
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (from, to) => lines.push(`"${source.slice(from, to)}`),
      ontextentity: (codePoint) => lines.push(`"${String.fromCodePoint(codePoint)}`),
      onopentagname: (from, to) => {
        name = source.slice(from, to).toLowerCase()
        attributes = new Map()
      },
      onattribname: (from, to) => {
        attribute = source.slice(from, to).toLowerCase()
        value = ''
      },
      onattribdata: (from, to) => {
        value += source.slice(from, to)
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint)
      },
      onattribend: () => {
        if (!attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: start,
      onselfclosingtag: start,
      onclosetag: (from, to) => lines.push(`/${source.slice(from, to).toLowerCase()}`),
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return joined(lines)
}

const joined = (lines: readonly string[]): string[] => {
  const out: string[] = []
  for (const line of lines)
    if (line.startsWith('"') && out.at(-1)?.startsWith('"')) out.push(out.pop()! + line.slice(1))
    else out.push(line)
  return out.filter((line) => line !== '"')
}

const value = fc.constantFrom('', 'a', 'a&amp;b', '?a=1&copy=2', '<b>', "it's", '/', '=', 'é', '-->')
const quotedValue = fc.tuple(value, fc.constantFrom('"', "'")).map(([text, quote]) => {
  return quote + text.replaceAll(quote, '') + quote
})
const attribute = fc
  .tuple(
    fc.constantFrom('href', 'TITLE', 'a', '@b', '"c', 'on<x', '=d'),
    fc.constantFrom('', '=', ' = ', '=\n'),
    fc.oneof(quotedValue, fc.constantFrom('x', 'x/y', '&lt;', 'a"b')),
    fc.constantFrom(' ', '\t', '/', ' / '),
  )
  .map(([name, sign, written, gap]) => `${gap}${name}${sign}${sign === '' ? '' : written}`)
const element = fc.constantFrom('p', 'B', 'a', 'x-y', 'h1', 'o:p', 'br', 'div')
const piece = fc.oneof(
  fc
    .tuple(element, fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', ' >', '\n/>', ' />'))
    .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`),
  element.map((name) => `</${name}>`),
  fc.constantFrom('text', ' ', '&amp;', '&eacute', '&nope;', '&#x41;', '< ', '<3', '>', "'", '"', '<!-- <b> -->'),
  fc.constantFrom('<!-->', '<!--->', '<!-- --!>', '<?x y?>', '<!DOCTYPE html>', '</ x>', '</>', '</p a="b">'),
  fc.constantFrom('<script>a<b</script>', '<style><!--</style >', '<xmp><b></xmp>', '<textarea>&lt;<b></textarea>'),
)

test('tags are told as a tokenizer that follows browsers tells them, wherever nothing is left open', () => {
  const dropsText = (lines: string[]) => {
    // The content of scripts and styles is not told at all.
    return lines.filter((line, at) => !(line.startsWith('"') && /^<(?:script|style) /.test(lines[at - 1] ?? '')))
  }
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = `${pieces.join('')}<p></p>`
      fc.pre(toldByOthers(source).at(-1) === '/p')
      // The end tag of what is dropped goes with it.
      const expected = dropsText(toldByOthers(source)).filter((line) => line !== '/script' && line !== '/style')
      expect(joined(told(source))).toEqual(joined(expected))
    }),
    { numRuns: volume(700, 50_000), seed: 9 },
  )
})

test.each([
  ['an unclosed quote', '<a b="c>d', ['<a [["b","c"]]', '"d']],
  ['a quote without the end of a tag', 'a<b c="d', ['"a']],
  ['a tag without end or value', 'a<b c', ['"a<b c']],
  ['an end tag without end', 'a</b', ['"a', '/b']],
  ['a comment without end', 'a<!-- b <c>', ['"a']],
  ['a comment behind the last tag', '<a>b<c <!-- d', ['<a []', '"b<c ']],
  ['a drawing left by a paragraph', '<svg><g>a<p b=c>d', ['<svg []', '<p [["b","c"]]', '"d']],
  ['a drawing that closes itself', '<svg/>a', ['<svg []', '"a']],
  ['drawings in each other', '<svg><svg></svg>a</svg>b', ['<svg []', '"b']],
])('%s does not swallow more than it should', (_fact, source, expected) => expect(told(source)).toEqual(expected))
