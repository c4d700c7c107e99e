/**
 * Writes src/core/text/pinyin-data.ts: the reading of each simplified character in general use, without tones.
 * Source: the Unihan database (Unicode License V3), fields kMandarin and kTGHZ2013.
 * Run: node scripts/data/pinyin-table.mjs Unihan_Readings.txt
 */
import { readFileSync, writeFileSync } from 'node:fs'

const readings = new Map()
const inUse = new Set()
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (!line.startsWith('U+')) continue
  const [code, field, value] = line.split('\t')
  if (field === 'kMandarin') readings.set(code, value.split(' ')[0])
  if (field === 'kTGHZ2013') inUse.add(code)
}
const withoutTone = (reading) => reading.normalize('NFD').replaceAll('u\u0308', 'v').replace(/\p{M}/gu, '')
const bySyllable = new Map()
for (const [code, reading] of [...readings].sort()) {
  const character = String.fromCodePoint(Number.parseInt(code.slice(2), 16))
  if (!inUse.has(code) || character.length > 1) continue
  const syllable = withoutTone(reading)
  bySyllable.set(syllable, (bySyllable.get(syllable) ?? '') + character)
}
const lines = [...bySyllable].sort().map(([syllable, characters]) => `${syllable} ${characters}`)
writeFileSync(
  'src/core/text/pinyin-data.ts',
  `/** Syllables of Mandarin, each with the characters read so. Made by scripts/data/pinyin-table.mjs from Unihan (Unicode License V3). */\nexport const PINYIN = \`\n${lines.join('\n')}\n\`\n`,
)
