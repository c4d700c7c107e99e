import { readFile } from 'node:fs/promises'

/* The n-grams by which `eld` tells languages apart, as numbers in one buffer in place of fifty thousand objects, and the one
   function of `eld` that reads them. The build puts both into the program (ADR 0104). */

/** Slots of the hash table; a power of two, above the number of n-grams. */
const SLOTS = 65_536
/** A slot holds up to three characters in each of two words, and a half of the number of the n-gram's scores in the byte that is left. */
const MOST_GROUPS = 65_535
const LONGEST = 6

/** The script that exports the packed table in place of the package's. */
export function packedNgrams({ ngrams, ...rest }) {
  const { slots, starts, scores } = packed(ngrams)
  const words = Buffer.concat([bytesOf(slots), bytesOf(starts)])
  const text = Buffer.concat([words, scores]).toString('base64')
  return `const bytes=Buffer.from(${JSON.stringify(text)},'base64');
const all=new Uint8Array(bytes).buffer;
if(new Uint8Array(Uint32Array.of(1).buffer)[0]===0)Buffer.from(all,0,${words.length}).swap32();
const ngrams={slots:new Uint32Array(all,0,${slots.length}),starts:new Uint32Array(all,${4 * slots.length},${starts.length}),scores:new Uint8Array(all,${words.length})};
exports.ngramsData={...${JSON.stringify(rest)},ngrams};
`
}

/** A hash table (open addressing) from n-grams to groups of equal scores: pairs of a language and its score. */
function packed(ngrams) {
  const groups = new Map()
  const slots = new Uint32Array(2 * SLOTS)
  const scores = []
  const starts = []
  for (const [ngram, ofLanguages] of Object.entries(ngrams)) {
    if (ngram.length === 0 || ngram.length > LONGEST || /[^\x01-\xff]/.test(ngram))
      throw new Error(`the n-gram ${JSON.stringify(ngram)} does not fit into a slot`)
    const key = JSON.stringify(ofLanguages)
    if (!groups.has(key)) {
      groups.set(key, starts.length)
      starts.push(scores.length)
      for (const [language, score] of Object.entries(ofLanguages)) scores.push(byteOf(Number(language)), byteOf(score))
    }
    place(slots, ngram, groups.get(key))
  }
  if (starts.length > MOST_GROUPS || 10 * Object.keys(ngrams).length > 9 * SLOTS)
    throw new Error('the table is too small for the n-grams')
  starts.push(scores.length)
  return { slots, starts: Uint32Array.from(starts), scores: Uint8Array.from(scores) }
}

function place(slots, ngram, group) {
  const [low, high] = [ngram.slice(0, 3), ngram.slice(3)].map((half) =>
    [...half].reduce((sum, character, at) => sum + character.charCodeAt(0) * 256 ** at, 0),
  )
  let slot = 2 * ((Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 16) & (SLOTS - 1))
  while (slots[slot] !== 0) slot = (slot + 2) & (2 * SLOTS - 1)
  slots[slot] = low + 2 ** 24 * (group & 255)
  slots[slot + 1] = high + 2 ** 24 * (group >> 8)
}

function byteOf(number) {
  if (Number.isInteger(number) && number >= 0 && number < 256) return number
  throw new Error(`${number} is no byte`)
}

const bytesOf = (words) => Buffer.from(words.buffer, words.byteOffset, words.byteLength)

/** The function of `eld` that adds up the scores of a text's n-grams, over the packed table. Its text becomes part of the program. */
export function calculateScores(byteNgrams, languageData) {
  const langScore = [...languageData.langScore]
  const { slots, starts, scores } = languageData.ngrams
  for (const bytes in byteNgrams) {
    let [low, high] = [0, 0]
    if (bytes.length > 6) continue
    for (let at = 0; at < bytes.length; at++) {
      if (at < 3) low |= bytes.charCodeAt(at) << (8 * at)
      else high |= bytes.charCodeAt(at) << (8 * at - 24)
    }
    let slot = 2 * (Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 16)
    while (slots[slot] !== 0 && ((slots[slot] & 0xffffff) !== low || (slots[slot + 1] & 0xffffff) !== high))
      slot = (slot + 2) & (slots.length - 1)
    if (slots[slot] === 0) continue
    const group = (slots[slot] >>> 24) | ((slots[slot + 1] >>> 24) << 8)
    for (let at = starts[group]; at < starts[group + 1]; at += 2) langScore[scores[at]] += scores[at + 1] + 53
  }
  return langScore
}

/** The detector of `eld` with that function in place of its own. */
export function readingPacked(source) {
  const own = /^function calculateScores\([\s\S]*?^}$/m
  if (!own.test(source) || !source.includes('baseNgramScore = 53;'))
    throw new Error('eld adds up its scores in another way than the one that was replaced: read its calculateScores')
  return source.replace(own, () => calculateScores.toString())
}

/** A plugin of esbuild that replaces it. */
export const packedDetector = {
  name: 'packed-detector',
  setup({ onLoad }) {
    onLoad({ filter: /eld[/\\]src[/\\]languageDetector\.js$/ }, async ({ path }) => ({
      contents: readingPacked(await readFile(path, 'utf8')),
    }))
  },
}
