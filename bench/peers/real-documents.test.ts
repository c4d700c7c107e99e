import { expect, test } from 'vitest'
import { withoutFirstEntries } from './real-documents.ts'

const cut = (text: string, count: number) => withoutFirstEntries(Buffer.from(text), count)?.toString() ?? null

test.each([
  ['drops the first items', '<rss><item><a/></item><item>2</item><item>3</item></rss>', 2, '<rss><item>3</item></rss>'],
  [
    'drops an Atom entry',
    '<feed><entry xml:lang="en">é</entry><entry>2</entry></feed>',
    1,
    '<feed><entry>2</entry></feed>',
  ],
  ['keeps other bytes as they are', '<feed>ü<entry>é</entry>ö</feed>', 1, '<feed>üö</feed>'],
  ['takes no <items> for an item', '<rdf><items/><item>1</item></rdf>', 1, '<rdf><items/></rdf>'],
  ['is null where there are too few', '<rss><item>1</item></rss>', 2, null],
])('withoutFirstEntries %s', (_fact, text, count, expected) => expect(cut(text, count)).toBe(expected))
