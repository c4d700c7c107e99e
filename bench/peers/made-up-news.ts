import { EPOCH0 } from '../../src/core/similar/epoch0-data.ts'

/* What made-up publishers write. It has the make of news: English words as often as they are used, names of the story's
   own, eighteen items of its own and two that other publishers carry too. */

const ITEMS = 20
const SHARED = 2
/** How many wire stories there are to be carried. */
const WIRE = 500
const NEWEST = Date.UTC(2026, 10, 14, 12)
const SYLLABLES = 'ba co di fe gu ha jo ka li mo nu pe ra si to ve wi ya zo an er in or un est'.split(' ')

function mix(n: number): number {
  let h = Math.imul(n ^ (n >>> 16), 0x45d9f3b)
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b)
  return (h ^ (h >>> 16)) >>> 0
}

/** An invented name. */
function name(seed: number): string {
  let state = mix(seed + 1)
  let text = ''
  for (let left = 3; left > 0; left--) {
    state = mix(state + left)
    text += SYLLABLES[state % SYLLABLES.length]!
  }
  return text
}

/** English words as often as our background counted them, with the sum of the counts up to each. */
const VOCABULARY = EPOCH0.find(([language]) => language === 'en')![2]
  .split('|')
  .flatMap((group) => {
    const [frequency, ...terms] = group.split(' ')
    return terms.filter((term) => /^[a-z]{2,}$/.test(term)).map((term) => ({ term, frequency: Number(frequency) }))
  })
const SUMS = Float64Array.from(VOCABULARY, () => 0)
let total = 0
VOCABULARY.forEach(({ frequency }, i) => {
  total += frequency
  SUMS[i] = total
})

function commonWord(share: number): string {
  let [low, high] = [0, SUMS.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (SUMS[middle]! < share * total) low = middle + 1
    else high = middle
  }
  return VOCABULARY[low]!.term
}

/** So many words, every sixth a name of the story's own; the same for the same seed. */
function words(seed: number, count: number): string {
  let state = mix(seed)
  return Array.from({ length: count }, () => {
    state = mix(state + 0x9e3779b9)
    return state % 6 === 0 ? name((seed >>> 2) * 8 + (state % 8)) : commonWord(state / 2 ** 32)
  }).join(' ')
}

const text = (seed: number) => `<p>${words(seed, 40)}.</p><p>${words(seed + 1, 40)}.</p>`

function item(host: string, seed: number, n: number, newest: number): string {
  const title = words(seed + 2, 9)
  const link = `http://${host}/articles/${n}`
  const body = `${text(seed)}<p><a href="${link}">Read on</a></p>`.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<item><guid isPermaLink="true">${link}</guid><title>${title}</title><link>${link}</link><pubDate>${new Date(newest - n * 3_600_000).toUTCString()}</pubDate><author>desk@${host} (The desk)</author><category>${words(seed + 3, 1)}</category><description>${body}</description></item>`
}

/** A publisher's document; the same for the same host. */
export function newsOf(host: string, count = ITEMS, newest = NEWEST): string {
  const own = mix([...host].reduce((sum, char) => Math.imul(sum, 31) + char.charCodeAt(0), 7))
  const items = Array.from({ length: count }, (_, n) =>
    item(host, n < SHARED ? 4 * (mix(own + n) % WIRE) : 4 * (WIRE + mix(own + n)), n, newest),
  )
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>News of ${host}</title><link>http://${host}/</link><description>All of it</description><language>en</language>\n${items.join('\n')}</channel></rss>\n`
}

const FRAME =
  'The harbour bridge was closed for a week while divers looked at its second pier. Engineers said that 14 of its 96 cables had lost more than a tenth of their strength. Traffic was led over the old road by the mill, which added half an hour to most journeys.'

/** The worst there is: every item of every publisher from one frame, so that all are nearly alike. */
export function framesOf(host: string): string {
  const items = Array.from({ length: ITEMS }, (_, n) => {
    const [link, at] = [`http://${host}/articles/${n}`, new Date(NEWEST - n * 3_600_000).toUTCString()]
    return `<item><guid>${link}</guid><title>Report ${n} of ${host}</title><link>${link}</link><pubDate>${at}</pubDate><description>This is report ${n} of ${host}. ${FRAME}</description></item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>${host}</title>${items.join('')}</channel></rss>\n`
}
