import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import sanitizeByOthers from 'sanitize-html'
import { describe, expect, test } from 'vitest'
import { hostilePayloads } from '../../../tests/fixtures/html/hostile-payloads.ts'
import { volume } from '../../../tests/support/volume.ts'
import { globalAttributes, keptElements } from './sanitize/elements.ts'
import { sanitizeHtml, toPlainText } from './sanitize-html.ts'

const base = 'https://a.example/dir/page.html'
const clean = (html: string): string => sanitizeHtml(html, base).html

describe('sanitizeHtml', () => {
  test.each([
    ['keeps prose', '<p>One <em>two</em> &amp; three</p>', '<p>One <em>two</em> &amp; three</p>'],
    ['drops what it does not know and keeps its content', '<p><z>x <font color=red>y</font></z></p>', '<p>x y</p>'],
    ['drops scripts with their content', 'a<script>b</script>c<style>d</style>e', 'ace'],
    ['drops noscript and templates with their content', 'a<noscript>b</noscript><template>c</template>d', 'ad'],
    ['keeps what stands in a frame for those who do not see it', 'a<iframe src="/x"><b>b</b></iframe>c', 'a<b>b</b>c'],
    ['reads on behind a frame that is not closed', 'a<iframe src="/x" /><p>b</p>', 'a<p>b</p>'],
    ['reads on behind noframes, noembed and noscript left open', '<noframes>a<noembed>b<noscript>c', 'abc'],
    ['reads on behind a template, a title or a field left open', '<template>a<title>b<textarea><b>c', 'ab<b>c</b>'],
    ['keeps the text of a field', '<textarea><b>a</b></textarea>', '&lt;b&gt;a&lt;/b&gt;'],
    ['drops what is behind a script left open', 'a<script>b<p>c', 'a'],
    ['ends a script only at its own end tag', 'a<script>"</scripts>" b</ScRiPt >c', 'ac'],
    ['reads what was wrapped twice', '<![CDATA[<p>a</p>]]><![CDATA[b]]&gt;', '<p>a</p>b'],
    ['takes a mark that begins nothing for text', `<!' <b>a</b>`, `&lt;!' <b>a</b>`],
    ['takes a declaration that does not end for text', 'a <!DOCTYPE ~', 'a &lt;!DOCTYPE ~'],
    ['drops declarations and instructions', '<!DOCTYPE html><?xml:namespace prefix="o" /><![if !x]>a<![endif]>', 'a'],
    ['ends comments where browsers do', '<!-->a<!--->b<!-- --!>c<!--!> -->d<!-- e', 'abcd'],
    ['takes an unfinished tag without a value for text', 'if x<y and y<z', 'if x&lt;y and y&lt;z'],
    ['drops a tag that was cut off at a value', 'a <b>b <a href="https://a.exam', 'a <b>b </b>'],
    ['drops an end tag that was cut off', '<i><b>a</b', '<i><b>a</b></i>'],
    ['ends a quote that nobody closes with its tag', '<a title="b>c</a><p>d</p>', '<a title="b">c</a><p>d</p>'],
    [
      'takes an attribute from whatever way it is written',
      '<b/TITLE = a/x=y lang=de>c',
      '<b title="a/x=y" lang="de">c</b>',
    ],
    ['drops handlers, styles, ids and classes', '<p id=a class=b style="c" onclick="d" data-e="f">x</p>', '<p>x</p>'],
    [
      'keeps title, language and direction',
      '<p title="a" lang="fr" dir="rtl">x</p>',
      '<p title="a" dir="rtl" lang="fr">x</p>',
    ],
    [
      'resolves links and gives them manners',
      '<a href="../x">y</a>',
      '<a href="https://a.example/x" rel="noopener noreferrer" referrerpolicy="no-referrer" target="_blank">y</a>',
    ],
    [
      'drops tracking from links',
      '<a href="/x?utm_source=y&id=1">z</a>',
      '<a href="https://a.example/x?id=1" rel="noopener noreferrer" referrerpolicy="no-referrer" target="_blank">z</a>',
    ],
    ['keeps the text of a link it refuses', '<a href="javascript:x">y</a>', '<a>y</a>'],
    [
      'keeps pictures',
      '<img src=x.png alt="A &quot;b&quot;" width=10 height=20px>',
      '<img src="https://a.example/dir/x.png" alt="A &quot;b&quot;" width="10" loading="lazy" referrerpolicy="no-referrer">',
    ],
    [
      'takes the address that a script would have taken',
      '<img src="data:image/gif;base64,R0lGOD" data-src="/x.png">',
      '<img src="https://a.example/x.png" loading="lazy" referrerpolicy="no-referrer">',
    ],
    [
      'resolves srcset',
      '<img src=a srcset="b 1x, /c,d 2x,javascript:e 3x">',
      '<img src="https://a.example/dir/a" srcset="https://a.example/dir/b 1x, https://a.example/c%2Cd 2x" loading="lazy" referrerpolicy="no-referrer">',
    ],
    ['drops a picture without address or words', '<img src="cid:1" alt=" ">', ''],
    ['keeps the words of a picture without an address', '<img src="cid:1" alt="a &amp; b">', '<img alt="a &amp; b">'],
    ['drops the words of a picture that meant harm', '<img src="javascript:x" alt=y>', ''],
    ['drops the words of a pixel', '<img src="cid:1" alt=a width=1 height=1><img alt=b style="display:none">', ''],
    ['drops an address no server would take', `<a href="https://a.example/${'x'.repeat(9000)}">y</a>`, '<a>y</a>'],
    ['drops a tracking pixel', 'x<img src="https://t.example/" width=1 height=1>', 'x'],
    ['drops a hidden picture', 'x<img src="https://t.example/" style="display: none">', 'x'],
    [
      'keeps players without letting them start',
      '<video src="/x.mp4" autoplay poster="/y.png">fallback</video>',
      '<video src="https://a.example/x.mp4" poster="https://a.example/y.png" controls="" preload="none"></video>',
    ],
    ['closes what is left open', '<div><b>x', '<div><b>x</b></div>'],
    ['nests what is crossed', '<b>1<i>2</b>3</i>', '<b>1<i>2</i></b><i>3</i>'],
    ['closes a paragraph before a block', '<p>1<div>2</div>3</p>', '<p>1</p><div>2</div>3'],
    ['takes formatting into the next block', '<p>1<b>2<p>3</b>4', '<p>1<b>2</b></p><p><b>3</b>4</p>'],
    [
      'closes a link before a link',
      '<a href=/1>x<a href=/2>y</a>',
      '<a href="https://a.example/1" rel="noopener noreferrer" referrerpolicy="no-referrer" target="_blank">x</a><a href="https://a.example/2" rel="noopener noreferrer" referrerpolicy="no-referrer" target="_blank">y</a>',
    ],
    ['closes list items', '<ul><li>1<li>2<ul><li>3</ul></ul>', '<ul><li>1</li><li>2<ul><li>3</li></ul></li></ul>'],
    [
      'completes tables',
      '<table><td>1<td>2<tr><td>3</table>',
      '<table><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>',
    ],
    [
      'puts stray content of a table into a cell',
      '<table>1<tr>2</table>',
      '<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
    ],
    [
      'keeps the blanks between cells',
      '<table> <tr>\n<td>1</td> <td>2</td></tr> </table>',
      '<table> <tbody><tr>\n<td>1</td> <td>2</td></tr> </tbody></table>',
    ],
    ['drops cells outside of a table', '<td>1</td><tr>2', '12'],
    ['ignores end tags of nothing', '</b></div>x</p>', 'x'],
    [
      'does not close a table from a cell',
      '<table><tr><td><b>1</td><td>2</b></td></tr></table>',
      '<table><tbody><tr><td><b>1</b></td><td>2</td></tr></tbody></table>',
    ],
    ['loses the first line end of a preformatted text once', '<pre>\n\nx</pre>', '<pre>\n\nx</pre>'],
    ['keeps a line end that a comment parts from its preformatted text', '<pre><!-- -->\nx</pre>', '<pre>\n\nx</pre>'],
    ['reads on behind a plaintext tag', '<plaintext><p>x</p><script>y</script>', '<p>x</p>'],
    ['reads old names', '<center><strike>x</strike></center>', '<div><s>x</s></div>'],
    ['drops drawings but not what follows an unclosed one', '<svg><g>x</g><p>y</p>', '<p>y</p>'],
    ['reads a formula by its text', '<math alttext="x^2"><mi>x</mi></math>', ' x^2 '],
    ['escapes what could be markup', '1 < 2 & 3 > "2"', '1 &lt; 2 &amp; 3 &gt; &quot;2&quot;'],
    ['drops control characters written as references', 'a&#1;b&#13;<b title="&#2;c">d</b>', 'ab\n<b title="c">d</b>'],
    ['drops control characters', 'a\u0000b\u0008c\r\nd', 'abc\nd'],
  ])('%s', (_fact, html, expected) => expect(clean(html)).toBe(expected))

  test('drops relative addresses when there is nothing to resolve them against', () =>
    expect(sanitizeHtml('<a href="/x">y</a><img src="z.png">').html).toBe('<a>y</a>'))
})

describe('the text of sanitizeHtml', () => {
  test.each([
    ['parts paragraphs by a blank line', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['parts list items by a line', '<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
    ['parts lines', 'One<br>Two<br><br>Three', 'One\nTwo\n\nThree'],
    ['parts cells by a blank', '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1 2\n3'],
    ['collapses blanks', '  One \n\t two&nbsp; three ', 'One two three'],
    ['keeps blanks between elements', '<b>One</b> <i>two</i>', 'One two'],
    ['joins what no blank parts', '<b>One</b><i>two</i>', 'Onetwo'],
    ['keeps the lines of a preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
    ['decodes entities', '&eacute;&#8217;&lt;b&gt;', 'é’<b>'],
    ['drops what nobody sees', 'so\u00adft\u200b&shy;ly', 'softly'],
    ['leaves out scripts', '<p>One<script>two</script></p>', 'One'],
    ['is empty for nothing', ' <p> </p> ', ''],
  ])('%s', (_fact, html, expected) => {
    expect(sanitizeHtml(html).text).toBe(expected)
    expect(toPlainText(html)).toBe(expected)
  })
})

describe('the picture of sanitizeHtml', () => {
  test.each([
    [
      'is the first',
      '<img src=/a.png width=600 height=400><img src=/b.png>',
      { url: 'https://a.example/a.png', width: 600, height: 400 },
    ],
    [
      'is no pixel',
      '<img src=/a.png width=1 height=1><img src=/b.png>',
      { url: 'https://a.example/b.png', width: null, height: null },
    ],
    [
      'is no smiley',
      '<img src=/a.png width=16 height=16><img src=/b.png>',
      { url: 'https://a.example/b.png', width: null, height: null },
    ],
    ['is null when there is none', '<p>x</p>', null],
  ])('%s', (_fact, html, expected) => expect(sanitizeHtml(html, base).image).toEqual(expected))
})

const urlAttributes = new Set(['href', 'src', 'poster', 'cite'])
const manners = new Set(['rel', 'referrerpolicy', 'target', 'loading', 'controls', 'preload'])
const blocks = [...keptElements].filter(([, element]) => element.kind === 'block').map(([name]) => name)

/** Reads sanitised HTML strictly and says what is wrong with it; a browser must find nothing to mend or to run. */
function faults(html: string): string[] {
  const found: string[] = []
  const stack: string[] = []
  for (const [tag, end, name, rest] of html.matchAll(/<(\/?)([a-z0-9]*)([^<>]*)>/g)) {
    const kept = keptElements.get(name!)
    if (kept === undefined) found.push(`element ${tag}`)
    else if (end === '/') {
      if (stack.pop() !== name) found.push(`end of ${name}`)
    } else {
      found.push(...attributeFaults(name!, rest!), ...placeFaults(name!, stack))
      if (kept.kind !== 'void') stack.push(name!)
    }
  }
  if (stack.length > 0) found.push(`open ${stack.join()}`)
  if (stack.length > 100) found.push('depth')
  if (/[<>]/.test(html.replace(/<\/?[a-z0-9]+(?: [a-z]+="[^"<>]*")*>/g, ''))) found.push('stray sign')
  return found
}

function attributeFaults(element: string, written: string): string[] {
  const found: string[] = []
  const rest = written.replace(/ ([a-z]+)="([^"<>]*)"/g, (_all, name: string, value: string) => {
    const known =
      manners.has(name) || globalAttributes.has(name) || keptElements.get(element)!.attributes.includes(name)
    if (!known) found.push(`attribute ${name}`)
    if (
      urlAttributes.has(name) &&
      !/^(?:https?|mailto|tel|ftp|magnet|geo|news|feed|sms):|^data:image\/(?:png|gif|jpe?g|webp|avif);/i.test(value)
    )
      found.push(`address ${value}`)
    return ''
  })
  return rest === '' ? found : [...found, `attributes ${written}`]
}

/** The places in which a browser would move or close an element by itself. */
function placeFaults(name: string, stack: readonly string[]): string[] {
  const cell = Math.max(
    stack.lastIndexOf('td'),
    stack.lastIndexOf('th'),
    stack.lastIndexOf('caption'),
    stack.lastIndexOf('table'),
  )
  const scope = stack.slice(cell + 1)
  const parent = stack.at(-1)
  if ((blocks.includes(name) || name === 'hr') && scope.includes('p')) return [`${name} in p`]
  if (name === 'a' && scope.includes('a')) return ['a in a']
  if (/^h[1-6]$/.test(name) && /^h[1-6]$/.test(parent ?? '')) return ['heading in heading']
  if (name === 'li' && parent === 'li') return ['li in li']
  if (/^t(?:d|h)$/.test(name)) return parent === 'tr' ? [] : [`cell in ${parent}`]
  if (name === 'tr') return /^t(?:head|body|foot)$/.test(parent ?? '') ? [] : [`row in ${parent}`]
  if (/^(?:thead|tbody|tfoot|caption)$/.test(name)) return parent === 'table' ? [] : [`section in ${parent}`]
  return /^(?:table|thead|tbody|tfoot|tr)$/.test(parent ?? '') ? [`${name} in ${parent}`] : []
}

describe('sanitizeHtml leaves nothing active of', () => {
  test.each(hostilePayloads.map(({ what, html }) => [what, html] as const))('%s', (_what, html) => {
    const once = clean(html)
    expect(faults(once)).toEqual([])
    expect(clean(once)).toBe(once)
    expect(once.length).toBeLessThan(html.length * 40 + 1000)
  })
})

const tag = fc.constantFrom(
  ...keptElements.keys(),
  'script',
  'style',
  'svg',
  'math',
  'noscript',
  'template',
  'iframe',
  'textarea',
  'title',
  'xmp',
  'form',
  'center',
  'select',
  'x-y',
)
const value = fc.constantFrom(
  '',
  'x',
  'https://a.example/?a=1&b=2',
  'javascript:alert(1)',
  'java\nscript:x',
  '"><script>',
  "' onerror=x",
  '&quot;',
  '1',
  '<b>',
)
const name = fc.constantFrom(
  'href',
  'src',
  'srcset',
  'style',
  'onerror',
  'title',
  'id',
  'colspan',
  'alt',
  'poster',
  'xlink:href',
  'dir',
  'width',
)
const attributes = fc
  .array(fc.tuple(name, value, fc.constantFrom('"', "'", '')), { maxLength: 3 })
  .map((all) => all.map(([n, v, q]) => ` ${n}=${q}${v}${q}`).join(''))
const piece = fc.oneof(
  fc.tuple(tag, attributes).map(([element, written]) => `<${element}${written}>`),
  tag.map((element) => `</${element}>`),
  fc.constantFrom(
    'text',
    ' ',
    '\n',
    '&amp;',
    '&lt;b&gt;',
    '<!--',
    '-->',
    ']]>',
    '<![CDATA[',
    '"',
    "'",
    '>',
    '<',
    '&#10;',
    '&#13;',
    '&#1;',
    '\u0000',
    '/>',
    '<p/>',
    '<svg/>',
  ),
)
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

test('sanitizeHtml writes what a browser has nothing to mend or run in, whatever comes', () => {
  fc.assert(
    fc.property(soup, (html) => {
      expect(faults(clean(html))).toEqual([])
    }),
    { numRuns: volume(700, 50_000), seed: 7 },
  )
})

test('sanitizing twice is sanitizing once', () => {
  fc.assert(
    fc.property(soup, (html) => {
      const once = clean(html)
      expect(clean(once)).toBe(once)
    }),
    { numRuns: volume(700, 50_000), seed: 8 },
  )
})

const others: sanitizeByOthers.IOptions = {
  allowedTags: [...keptElements.keys()],
  allowedAttributes: {
    '*': [...globalAttributes],
    ...Object.fromEntries([...keptElements].map(([element, { attributes: allowed }]) => [element, [...allowed]])),
  },
  allowedSchemes: ['http', 'https', 'mailto'],
}

const textOf = (html: string): string => {
  let out = ''
  const parser = new Parser({ ontext: (data) => (out += data) })
  parser.end(html)
  return out.replace(/\s+/g, '')
}

describe('beside sanitize-html', () => {
  test.each(hostilePayloads.filter(({ html }) => html.length < 4000).map(({ what, html }) => [what, html] as const))(
    'its reading of %s passes clean',
    (_what, html) => {
      const theirs = sanitizeByOthers(html, others)
      const ours = clean(theirs)
      expect(faults(ours)).toEqual([])
      expect(textOf(ours)).toBe(textOf(theirs))
    },
  )

  const inline = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('text', 'a &amp; b', '1 &lt; 2', 'é'),
      fc
        .tuple(fc.constantFrom('em', 'strong', 'code', 'span', 'sub', 'kbd'), fc.array(tie('node'), { maxLength: 3 }))
        .map(([element, children]) => `<${element}>${children.join(' ')}</${element}>`),
      fc.constant('<img src="https://a.example/x.png" alt="x">'),
    ),
  })).node
  const block = fc
    .tuple(fc.constantFrom('p', 'h2', 'blockquote', 'div'), fc.array(inline, { maxLength: 4 }))
    .map(([element, children]) => `<${element}>${children.join(' ')}</${element}>`)
  const list = fc
    .array(inline, { minLength: 1, maxLength: 3 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)
  const page = fc.array(fc.oneof(block, list), { maxLength: 5 }).map((blocksOf) => blocksOf.join(''))

  test('well-made prose passes both alike', () => {
    fc.assert(
      fc.property(page, (html) => {
        const theirs = sanitizeByOthers(html, others)
        expect(clean(theirs)).toBe(clean(html))
        expect(clean(html).replace(/ loading="lazy" referrerpolicy="no-referrer"/g, '')).toBe(
          theirs.replace(/ \/>/g, '>'),
        )
      }),
      { numRuns: volume(100, 10_000), seed: 7 },
    )
  })
})
