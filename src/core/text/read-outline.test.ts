import { expect, test } from 'vitest'
import { OutlineLimitError, positionIn, readOutline } from './read-outline.ts'

const LIMITS = { maxOutlines: 3, maxDepth: 4 }
const names = (text: string) => readOutline(text, LIMITS).outlines.map((one) => one.attributes.text)

test.each([
  ['outlines in the order of the document', '<opml><outline text="a"><outline text="b"/></outline></opml>', ['a', 'b']],
  ['names in any case', '<opml><OUTLINE Text="a"/></opml>', ['a']],
  ['references decoded once', '<opml><outline text="&amp;lt; &eacute;"/></opml>', ['&lt; é']],
  ['nothing of what stands in a comment', '<opml><!-- <outline text="a"/> --></opml>', []],
  ['nothing of a tag that breaks off', '<opml><outline text="a"/><outline text="b', ['a']],
])('readOutline gives %s', (_fact, text, expected) => expect(names(text)).toEqual(expected))

test('an outline knows what stands around it', () => {
  const { outlines } = readOutline('<opml><outline text="a"><outline text="b"/></outline></opml>', LIMITS)
  expect(outlines[1]!.around).toBe(outlines[0])
})

test.each([
  ['whole', '<opml><body><outline text="a"/></body></opml>', null],
  ['cut', '<opml><body><outline text="a"/>', 31],
  ['closed in the wrong order', '<opml><body><outline text="a"></body></opml>', 30],
])('a document that is %s breaks at', (_fact, text, at) => expect(readOutline(text, LIMITS).brokenAt).toBe(at))

test('too many or too deep is an end', () => {
  expect(() => readOutline('<outline/>'.repeat(4), LIMITS)).toThrow(OutlineLimitError)
  expect(() => readOutline('<a>'.repeat(5), LIMITS)).toThrow(OutlineLimitError)
})

test('places are lines and columns from 1', () => {
  expect(positionIn('ab\ncd', 4)).toEqual({ line: 2, column: 2 })
  expect(positionIn('ab\ncd', 0)).toEqual({ line: 1, column: 1 })
})
