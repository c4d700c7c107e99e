import { expect, test } from 'vitest'
import { findLinks } from '../text/find-links.ts'
import { discoverFeeds } from './discover-feeds.ts'

const at = 'https://site.example/news/'
const found = (html: string, url = at) =>
  discoverFeeds(findLinks(html), url)
    .filter((candidate) => candidate.found !== 'path')
    .map((candidate) => `${candidate.found} ${candidate.url}`)

test.each([
  [
    'a link element',
    '<link rel="alternate" type="application/rss+xml" href="/rss.xml">',
    ['link https://site.example/rss.xml'],
  ],
  [
    'Atom, in capitals',
    '<LINK REL="Alternate" TYPE="Application/Atom+XML" HREF="atom">',
    ['link https://site.example/news/atom'],
  ],
  [
    'JSON Feed',
    '<link rel=alternate type=application/feed+json href=f.json>',
    ['link https://site.example/news/f.json'],
  ],
  [
    'a type with a charset',
    '<link rel="alternate" type="application/rss+xml; charset=utf-8" href="/r">',
    ['link https://site.example/r'],
  ],
  ['rel="feed" without a type', '<link rel="feed" href="/r">', ['link https://site.example/r']],
  [
    'links outside the head',
    '<body><p><link rel="alternate" type="text/xml" href="/r"></p>',
    ['link https://site.example/r'],
  ],
  [
    'links against the base',
    '<base href="https://cdn.example/x/"><link rel="alternate" type="application/rss+xml" href="r">',
    ['link https://cdn.example/x/r'],
  ],
  [
    'feed: addresses',
    '<a href="feed://site.example/rss">RSS</a><a href="feed:https://site.example/atom">Atom</a>',
    ['anchor http://site.example/rss', 'anchor https://site.example/atom'],
  ],
  [
    'anchors that look like feeds',
    '<a href="/blog/feed/">Subscribe</a><a href="/x.rss#top">x</a><a href="/?feed=rss2">y</a>',
    [
      'anchor https://site.example/blog/feed/',
      'anchor https://site.example/x.rss',
      'anchor https://site.example/?feed=rss2',
    ],
  ],
  ['anchors that say so', '<a href="/s"><img><b>RSS</b> 2.0</a>', ['anchor https://site.example/s']],
  [
    'what the page names before what it links to',
    '<a href="/rss">RSS</a><link rel="alternate" type="application/rss+xml" href="/named">',
    ['link https://site.example/named', 'anchor https://site.example/rss'],
  ],
  [
    'each address once',
    '<link rel="alternate" type="application/rss+xml" href="/rss"><a href="/rss#top">RSS</a>',
    ['link https://site.example/rss'],
  ],
  [
    'no translation',
    '<link rel="alternate" hreflang="fr" href="/fr"><link rel="alternate" type="text/html" href="/m">',
    [],
  ],
  ['no style sheet', '<link rel="alternate stylesheet" type="text/xml" href="/s.css">', []],
  [
    'no page that only mentions feeding',
    '<a href="/about">About breastfeeding</a><a href="/feedback">Feedback</a>',
    [],
  ],
  ['no script address', '<a href="javascript:rss()">RSS</a><a href="mailto:rss@site.example">rss</a>', []],
  ['nothing that is the page itself', `<link rel="alternate" type="application/rss+xml" href="${at}">`, []],
  ['nothing in broken markup', '<link rel="alternate" type="application/rss+xml" href="http://[">', []],
])('discoverFeeds finds %s', (_fact, html, expected) => expect(found(html)).toEqual(expected))

test('discoverFeeds ends with common places, beside the page first', () => {
  const places = discoverFeeds(findLinks(''), 'https://site.example/blog/index.html').map((candidate) => candidate.url)
  expect(places.slice(0, 2)).toEqual(['https://site.example/blog/feed', 'https://site.example/blog/rss'])
  expect(places).toContain('https://site.example/atom.xml')
})

test('discoverFeeds keeps the title a person would choose by', () => {
  const html =
    '<link rel="alternate" type="application/rss+xml" title="All news" href="/r"><a href="/s.rss"> Sport <i>only</i> </a>'
  expect(
    discoverFeeds(findLinks(html), at)
      .slice(0, 2)
      .map((candidate) => candidate.title),
  ).toEqual(['All news', 'Sport only'])
})
