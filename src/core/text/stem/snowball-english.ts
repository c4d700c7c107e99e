/** Words the English Snowball (Porter 2) algorithm treats apart; from its published description. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ['sky', 'sky'],
  ['news', 'news'],
  ['howe', 'howe'],
  ['atlas', 'atlas'],
  ['cosmos', 'cosmos'],
  ['bias', 'bias'],
  ['andes', 'andes'],
])

const KEPT_AFTER_PLURAL = /^(?:inn|out|cann|herr|earr|even)ing$|^(?:proc|exc|succ)eed$/
const FIRST_REGION = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/
const REGION = /[aeiouy][^aeiouy]/
const STEP1B = /^(.*?)(eedly|ingly|edly|eed|ing|ed)$/

const STEP2: ReadonlyMap<string, string> = new Map([
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['ogist', 'og'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
])

const STEP3: ReadonlyMap<string, string> = new Map([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
])

const STEP4 = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/

/** The stem of a lower-case English word by the Snowball English algorithm (Porter 2). */
export function snowballEnglish(word: string): string {
  if (word.length <= 2) return word
  const exception = EXCEPTIONS.get(word)
  if (exception !== undefined) return exception
  let stem = markConsonantY(word.replace(/^'/, ''))
  const r1 = regionAfter(stem, FIRST_REGION.exec(stem)?.[0].length ?? null, 0)
  const r2 = regionAfter(stem, null, r1)
  stem = step1a(stem.replace(/(?:'s'|'s|')$/, ''))
  if (KEPT_AFTER_PLURAL.test(stem)) return stem
  stem = step1c(step1b(stem, r1))
  stem = step2(stem, r1)
  stem = step3(stem, r1, r2)
  return step5(step4(stem, r2), r1, r2).toLowerCase()
}

/** A y that opens the word or follows a vowel acts as a consonant and is written Y meanwhile. */
function markConsonantY(word: string): string {
  return word.includes('y') ? word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : word
}

function regionAfter(word: string, fixed: number | null, from: number): number {
  if (fixed !== null) return fixed
  const found = word.slice(from).search(REGION)
  return found < 0 ? word.length : from + found + 2
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (!word.endsWith('s') || /[us]s$/.test(word)) return word
  return /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function step1b(word: string, r1: number): string {
  const found = STEP1B.exec(word)
  if (found === null) return word
  const [, head, suffix] = found as unknown as [string, string, string]
  if (suffix.startsWith('ee')) return head.length >= r1 ? `${head}ee` : word
  if (suffix === 'ing' && /^[^aeiouyY]y$/.test(head)) return `${head.slice(0, 1)}ie`
  if (!/[aeiouy]/.test(head)) return word
  if (/(?:at|bl|iz)$/.test(head)) return `${head}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(head)) return /^[aeo]..$/.test(head) ? head : head.slice(0, -1)
  return head.length <= r1 && endsShort(head) ? `${head}e` : head
}

function step1c(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word
}

function longestSuffix(word: string, table: ReadonlyMap<string, string>): string | null {
  for (const suffix of table.keys()) if (word.endsWith(suffix)) return suffix
  return null
}

function step2(word: string, r1: number): string {
  const suffix = longestSuffix(word, STEP2)
  if (suffix === null || word.length - suffix.length < r1) return word
  const head = word.slice(0, word.length - suffix.length)
  if (suffix === 'ogi' && !head.endsWith('l')) return word
  if (suffix === 'li' && !/[cdeghkmnrt]$/.test(head)) return word
  return head + STEP2.get(suffix)
}

function step3(word: string, r1: number, r2: number): string {
  const suffix = longestSuffix(word, STEP3)
  if (suffix === null) return word
  const end = word.length - suffix.length
  if (end < r1 || (suffix === 'ative' && end < r2)) return word
  return word.slice(0, end) + STEP3.get(suffix)
}

function step4(word: string, r2: number): string {
  const at = word.search(STEP4)
  if (at < r2) return word
  return word.endsWith('ion') && !/[st]/.test(word[at - 1] ?? '') ? word : word.slice(0, at)
}

function step5(word: string, r1: number, r2: number): string {
  const end = word.length - 1
  if (word.endsWith('e') && (end >= r2 || (end >= r1 && !endsShort(word.slice(0, -1))))) return word.slice(0, -1)
  return word.endsWith('ll') && end >= r2 ? word.slice(0, -1) : word
}

function endsShort(word: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|^past)$/.test(word)
}
