import { writeFileSync } from 'node:fs'
import { generatedDocs } from './docs/generated-docs.ts'

/* `npm run docs`: writes the parts of the documentation that are made from the code. A test holds them against it. */

for (const [file, text] of Object.entries(generatedDocs())) {
  writeFileSync(new URL(`../${file}`, import.meta.url), text)
  process.stdout.write(`${file}\n`)
}
