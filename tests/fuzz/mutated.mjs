import { randomFrom } from './random.mjs'

/* Documents that were feeds once, and documents made of the words of feeds in no order. */

const encoder = new TextEncoder()

/** What stands in feeds, whole and broken, and what is meant to break their readers. */
const words = [
  '<rss version="2.0">|<channel>|<item>|</item>|</channel>|</rss>|<feed xmlns="http://www.w3.org/2005/Atom">|<entry>|</entry>',
  '<title>|</title>|<link>|</link>|<link href="https://a.example/1"/>|<guid>|<description>|</description>|<pubDate>|<content:encoded>',
  '<content type="xhtml"><div>|<summary type="html">|<author><name>|<id>|<updated>|<media:group>|<itunes:image href="x"/>|<source url="',
  '<![CDATA[|]]>|<!--|-->|<!DOCTYPE x [<!ENTITY a "b">]>|<?xml version="1.0" encoding="|?>|&amp;|&lt;b&gt;|&#0;|&#x110000;|&a;|&|<|>|"|\'',
  'xmlns:x="|xml:base="|xml:lang="zh"|\u0000|\ufeff|\ufffe|\ud800|é|新聞|<svg>|<math>|<script>|</p>|<table><td>|<b><i>|<iframe|<a href="',
  '{"version":"https://jsonfeed.org/version/1.1","items":[|{"id":1,"content_html":"<p>"}|]|}|,|null|2026-11-15T00:00:00Z|Sun, 15 Nov 2026|word ',
].flatMap((line) => line.split('|'))

/** @typedef {ReturnType<typeof randomFrom>} Random */

/** @param {Random} random */
const soup = (random) =>
  encoder.encode(`<rss><channel>${Array.from({ length: random.below(120) }, () => random.one(words)).join('')}`)

/** @param {readonly Uint8Array[]} parts */
function join(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** @type {Readonly<Record<string, (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array>>} */
const changes = {
  flip: (bytes, random) => {
    const copy = bytes.slice()
    for (let n = random.below(20); n >= 0; n--) copy[random.below(copy.length)] ^= 1 << random.below(8)
    return copy
  },
  cut: (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  splice: (bytes, random, other) =>
    join(bytes.subarray(0, random.below(bytes.length)), other.subarray(random.below(other.length))),
  drop: (bytes, random) => {
    const at = random.below(bytes.length)
    return join(bytes.subarray(0, at), bytes.subarray(at + random.below(200)))
  },
  insert: (bytes, random) => {
    const at = random.below(bytes.length)
    const many = random.below(8) === 0 ? random.below(500) : 1
    return join(bytes.subarray(0, at), encoder.encode(random.one(words).repeat(many)), bytes.subarray(at))
  },
  repeat: (bytes, random) => {
    const at = random.below(bytes.length)
    const piece = bytes.subarray(at, at + random.below(300))
    return join(bytes.subarray(0, at), ...Array.from({ length: random.below(30) }, () => piece), bytes.subarray(at))
  },
}

/** The document of this number, and how it came about. */
export function mutated(
  /** @type {number} */ number,
  /** @type {number} */ seed,
  /** @type {readonly Uint8Array[]} */ originals,
) {
  const random = randomFrom(seed ^ Math.imul(number, 0x9e3779b1))
  if (random.below(6) === 0) return { how: 'soup', bytes: soup(random) }
  let bytes = random.one(originals)
  const how = []
  for (let n = random.below(3); n >= 0; n--) {
    const name = random.one(Object.keys(changes))
    how.push(name)
    bytes = changes[name](bytes, random, random.one(originals))
  }
  return { how: how.join(' '), bytes }
}
