/**
 * Writes src/core/text/simplified-han-data.ts: the simplified form of each traditional character that has one of its own.
 * Source: OpenCC's table (Apache-2.0), read through opencc-js.
 * Run: npm install --no-save opencc-js@1.4.2 && node scripts/data/han-table.mjs
 */
import { writeFileSync } from 'node:fs'

const { Converter } = await import(/* a package of this script alone */ ['opencc-js', 't2cn'].join('/'))
const simplify = Converter({ from: 't', to: 'cn' })
let pairs = ''
// Characters outside the basic plane are too rare in news to be worth their room.
for (let code = 0x4e00; code < 0xa000; code++) {
  const character = String.fromCharCode(code)
  const simple = simplify(character)
  if (simple !== character && simple.length === 1) pairs += character + simple
}
const lines = pairs.match(/.{1,100}/gu).map((line) => `  '${line}' +`)
lines[lines.length - 1] = lines.at(-1).slice(0, -2)
writeFileSync(
  'src/core/text/simplified-han-data.ts',
  `/** Traditional characters, each followed by its simplified form. Made by scripts/data/han-table.mjs from OpenCC's table (Apache-2.0). */\nexport const SIMPLIFIED_HAN =\n${lines.join('\n')}\n`,
)
