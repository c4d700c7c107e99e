import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstImage, rewriteImages } from './rewrite-images.ts'
import { sanitizeHtml } from './sanitize-html.ts'

const proxied = (url: string) => `/images/${Buffer.from(url).toString('base64url')}`
const clean = (html: string) => sanitizeHtml(html, 'https://a.example/').html

test.each([
  ['<p>a &amp; b</p>', '<p>a &amp; b</p>'],
  [
    '<img src="http://a.example/1.png" alt="x &quot; y">',
    `<img src="${proxied('http://a.example/1.png')}" alt="x &quot; y">`,
  ],
  [
    '<picture><source srcset="http://a.example/1.png 1x, http://a.example/2,2.png 2x"><img src="http://a.example/1.png"></picture>',
    `<picture><source srcset="${proxied('http://a.example/1.png')} 1x, ${proxied('http://a.example/2,2.png')} 2x"><img src="${proxied('http://a.example/1.png')}"></picture>`,
  ],
  [
    '<video src="http://a.example/v.mp4" poster="http://a.example/p.png"></video>',
    `<video src="http://a.example/v.mp4" poster="${proxied('http://a.example/p.png')}"></video>`,
  ],
  [
    '<a href="http://a.example/1.png">img src="http://a.example/"</a>',
    '<a href="http://a.example/1.png">img src="http://a.example/"</a>',
  ],
])('the pictures of %s are rewritten, nothing else', (html, expected) =>
  expect(rewriteImages(html, proxied)).toBe(expected),
)

test('a picture that may not be shown leaves its alternative text', () => {
  const html = '<p><img src="http://a.example/1.png" srcset="http://a.example/2.png 2x" alt="A harbour"></p>'
  expect(rewriteImages(html, () => null)).toBe('<p><img alt="A harbour"></p>')
})

test('the first picture is found', () => {
  expect(firstImage('<p>x</p><img alt="a" src="http://a.example/?a=1&amp;b=2"><img src="http://b.example/">')).toBe(
    'http://a.example/?a=1&b=2',
  )
  expect(firstImage('<p>no picture</p>')).toBeNull()
})

const text = fc.constantFrom(
  '"',
  '<',
  '>',
  '&',
  ' ',
  ',',
  "'",
  'x',
  '2x',
  '\t',
  'http://a.example/1',
  'javascript:x',
  '&quot;',
  '</p>',
)
const url = fc.array(text, { maxLength: 6 }).map((parts) => `http://b.example/${parts.join('')}`)
const element = fc.oneof(
  fc
    .tuple(url, url, fc.array(text, { maxLength: 4 }))
    .map(([src, set, alt]) => `<img src="${src}" srcset="${set} 2x, ${src}" alt="${alt.join('')}">`),
  fc.tuple(url, url).map(([a, b]) => `<picture><source srcset="${a} 640w, ${b} 320w"><img src='${b}'></picture>`),
  url.map((poster) => `<video poster="${poster}" src="http://b.example/v"></video>`),
  fc.array(text).map((parts) => `<p title="x">${parts.join('')}</p>`),
)

test('of any sanitised HTML every picture is rewritten once, and what comes out is as safe as before', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 5 }), (parts) => {
      const html = clean(parts.join(''))
      const seen: string[] = []
      const out = rewriteImages(html, (one) => {
        seen.push(one)
        return `https://proxy.example/${seen.length}`
      })
      // As it was without the addresses of pictures, which are all the proxy's now.
      expect(rewriteImages(out, () => null)).toBe(rewriteImages(html, () => null))
      const left: string[] = []
      rewriteImages(out, (one) => {
        left.push(one)
        return one
      })
      expect(left.every((one) => one.startsWith('https://proxy.example/'))).toBe(true)
      expect(clean(out)).toBe(out)
    }),
  )
})

test('an address that changes into itself changes nothing', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 5 }), (parts) => {
      const html = clean(parts.join(''))
      expect(rewriteImages(html, (one) => one)).toBe(html)
    }),
  )
})
