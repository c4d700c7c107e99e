/** Suffix tables of M. F. Porter, "An algorithm for suffix stripping" (1980), with the three amendments its author published later. */
const STEP2 = byLastLetter([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
])

const STEP3 = byLastLetter([
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
])

const STEP4 = byLastLetter([
  ['al', ''],
  ['ance', ''],
  ['ence', ''],
  ['er', ''],
  ['ic', ''],
  ['able', ''],
  ['ible', ''],
  ['ant', ''],
  ['ement', ''],
  ['ment', ''],
  ['ent', ''],
  ['ou', ''],
  ['ism', ''],
  ['ate', ''],
  ['iti', ''],
  ['ous', ''],
  ['ive', ''],
  ['ize', ''],
])

/** Porter stemmer: the stem of a lower-case English word; other words are hardly changed. */
export function porterStem(word: string): string {
  let stem = step1a(word)
  stem = step1b(stem)
  stem = step1c(stem)
  stem = replaceLongest(stem, STEP2)
  stem = replaceLongest(stem, STEP3)
  stem = step4(stem)
  return step5(stem)
}

function step1a(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  if (word.endsWith('ss') || !word.endsWith('s')) return word
  return word.slice(0, -1)
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word
  return mendAfterCut(word.slice(0, -cut))
}

function mendAfterCut(word: string): string {
  if (word.endsWith('at') || word.endsWith('bl') || word.endsWith('iz')) return `${word}e`
  if (endsDouble(word) && !/[lsz]$/.test(word)) return word.slice(0, -1)
  return measure(word, word.length) === 1 && endsShort(word, word.length) ? `${word}e` : word
}

function step1c(word: string): string {
  return word.endsWith('y') && hasVowel(word, word.length - 1) ? `${word.slice(0, -1)}i` : word
}

/** Only the longest matching suffix is tried: a failed condition ends the step. */
function replaceLongest(word: string, table: Suffixes): string {
  const row = longest(word, table)
  if (row === undefined || measure(word, word.length - row[0].length) === 0) return word
  return word.slice(0, word.length - row[0].length) + row[1]
}

function step4(word: string): string {
  const suffix = /[st]ion$/.test(word) ? 'ion' : longest(word, STEP4)?.[0]
  if (suffix === undefined) return word
  const end = word.length - suffix.length
  return measure(word, end) > 1 ? word.slice(0, end) : word
}

type Suffix = readonly [suffix: string, instead: string]

/** The suffixes of a step by the code of their last letter, longer ones first: most words match no last letter. */
type Suffixes = ReadonlyMap<number, readonly Suffix[]>

function byLastLetter(table: readonly Suffix[]): Suffixes {
  const found = new Map<number, Suffix[]>()
  for (const row of table.toSorted((a, b) => b[0].length - a[0].length)) {
    const last = row[0].charCodeAt(row[0].length - 1)
    found.set(last, [...(found.get(last) ?? []), row])
  }
  return found
}

function longest(word: string, table: Suffixes): Suffix | undefined {
  return table.get(word.charCodeAt(word.length - 1))?.find(([suffix]) => word.endsWith(suffix))
}

function step5(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const size = measure(stem, stem.length - 1)
    if (size > 1 || (size === 1 && !endsShort(stem, stem.length - 1))) stem = stem.slice(0, -1)
  }
  return stem.endsWith('ll') && measure(stem, stem.length) > 1 ? stem.slice(0, -1) : stem
}

function isConsonant(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 97:
    case 101:
    case 105:
    case 111:
    case 117:
      return false
    case 121:
      return at === 0 || !isConsonant(word, at - 1)
    default:
      return true
  }
}

/** Porter's m: how often a vowel is followed by a consonant in the first `end` letters. */
function measure(word: string, end: number): number {
  let count = 0
  let afterVowel = false
  for (let at = 0; at < end; at++) {
    const consonant = isConsonant(word, at)
    if (consonant && afterVowel) count++
    afterVowel = !consonant
  }
  return count
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (!isConsonant(word, at)) return true
  return false
}

function endsDouble(word: string): boolean {
  const last = word.length - 1
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last)
}

function endsShort(word: string, end: number): boolean {
  if (end < 3 || !isConsonant(word, end - 3) || isConsonant(word, end - 2) || !isConsonant(word, end - 1)) return false
  return !/[wxy]/.test(word[end - 1]!)
}
