import { expect, test } from 'vitest'
import { kindOfExport, textOfExport } from './export-file.ts'

test.each([
  ['OPML', '<?xml version="1.0"?>\n<opml version="2.0"><body/></opml>', 'opml'],
  ['OPML after a comment and in capitals', '\n<!-- mine -->\n<OPML><body>', 'opml'],
  ['OPML that is cut off', '<opml version="2.0"><body><outline xmlUrl="htt', 'opml'],
  ['outlines without their head', '<outline text="a" xmlUrl="https://a.example/"/>', 'opml'],
  ['starred articles', '{"id": "user/-/state/com.google/starred", "items": []}', 'starred'],
  ['a feed', '<?xml version="1.0"?><rss><channel/></rss>', null],
  ['a web page', '<!doctype html><title>opml</title>', null],
  ['other JSON', '{"feeds": 3}', null],
  ['a text', 'https://a.example/feed', null],
  ['nothing', '', null],
])('%s is recognised', (_what, text, expected) => expect(kindOfExport(text)).toBe(expected))

test.each([
  ['UTF-8', Buffer.from('<opml title="Zürich"/>'), 'Zürich'],
  ['UTF-8 with a mark', Buffer.from('\ufeff<opml title="Zürich"/>'), 'Zürich'],
  ['UTF-16 with a mark', Buffer.from('\ufeff<opml title="Zürich"/>', 'utf16le'), 'Zürich'],
  [
    'the encoding that it declares',
    Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><opml title="Zürich"/>', 'latin1'),
    'Zürich',
  ],
  [
    'UTF-8 when it declares one that there is not',
    Buffer.from('<?xml encoding="none-such"?><a b="Zürich"/>'),
    'Zürich',
  ],
])('a file is read in %s', (_encoding, bytes, expected) => {
  const text = textOfExport(bytes)
  expect(text).toContain(expected)
  expect(text.startsWith('<')).toBe(true)
})
