/* Documents no publisher would send, each made to exhaust its reader in another way. */

const head = '<rss version="2.0"><channel><item><title>kept</title></item>'
/** A whole item with this body: one that breaks off would not be prepared. */
const body = (/** @type {string} */ html) =>
  `${head}<item><description><![CDATA[${html}]]></description></item></channel></rss>`
const bomb = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(20)}">`).join('')

/** @type {Readonly<Record<string, (size: number) => string>>} */
const made = {
  'elements 100,000 deep': () => head + '<a>'.repeat(100_000),
  'markup 100,000 deep in a body': () => body('<div>'.repeat(100_000)),
  'tables 100,000 deep in a body': () => body('<table><td>'.repeat(100_000)),
  'inline markup 100,000 deep': () => `${head}<item><content type="xhtml">${'<p>'.repeat(100_000)}`,
  'lists 100,000 deep in JSON': () => `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(100_000)}`,
  'entities that double': () => `<!DOCTYPE x [<!ENTITY e0 "ha">${bomb}]>${head}<item><title>&e12;</title>`,
  'one large entity named often': (size) =>
    `<!DOCTYPE x [<!ENTITY e "${'x'.repeat(size / 2)}">]>${head}<item><title>${'&e;'.repeat(size / 6)}`,
  'ampersands escaped over and over': (size) => `${head}<item><description>&${'amp;'.repeat(size / 4)}`,
  'one tag: item': (size) => head + '<item>'.repeat(size / 6),
  'one tag: b in a body': (size) => body('<b>'.repeat(size / 3)),
  'one tag: a link in a body': (size) => body('<a href=x>'.repeat(size / 10)),
  'one tag: the end of a paragraph': (size) => body('</p>'.repeat(size / 4)),
  'one tag: one that nobody knows': (size) => head + '<x>'.repeat(size / 3),
  'one tag: title': (size) => `${head}<item>${'<title>'.repeat(size / 7)}`,
  'one tag: category': (size) => `${head}<item>${'<category>a</category>'.repeat(size / 22)}</item>`,
  'less-than signs': (size) => `${head}<item><description>${'<'.repeat(size)}`,
  'unfinished tags in a body': (size) => body('<a '.repeat(size / 3)),
  'unfinished quotes in a body': (size) => body(`<a b='`.repeat(size / 6)),
  'comments that begin': (size) => head + '<!--'.repeat(size / 4),
  'CDATA that begins': (size) => head + '<![CDATA['.repeat(size / 9),
  'instructions that begin': (size) => head + '<?'.repeat(size / 2),
  'a text without end': (size) => body('word '.repeat(size / 5)),
  'Chinese without end': (size) => body('新聞報道'.repeat(size / 12)),
  'white space without end': (size) => body(`a${' \n'.repeat(size / 2)}b`),
  'one attribute': (size) => `${head}<item><link href="${'x'.repeat(size)}"/></item>`,
  'one attribute in a body': (size) => body(`<a href="${'x'.repeat(size)}">y</a>`),
  'attributes without end': (size) => `${head}<item ${'a="b" '.repeat(size / 6)}>`,
  'attributes in a body without end': (size) => body(`<p ${'a=b '.repeat(size / 4)}>`),
  'prefixes without end': (size) =>
    head + Array.from({ length: size / 30 }, (_, n) => `<x xmlns:p${n}="u${n}">`).join(''),
  'a srcset without end': (size) => body(`<img srcset="${'x 1x,'.repeat(size / 5)}">`),
  'a date without end': (size) => `${head}<item><pubDate>${'1 '.repeat(size / 2)}</pubDate></item>`,
  'an address without end': (size) =>
    `${head}<item><link>https://a.example/?${'a=b&amp;'.repeat(size / 8)}</link></item>`,
}

/** All monsters, by name; `size` is in bytes. */
export const monsters = Object.entries(made).map(([name, make]) => ({
  name,
  bytes: (/** @type {number} */ size) => new TextEncoder().encode(make(Math.floor(size))),
}))
