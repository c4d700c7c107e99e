import { readFileSync } from 'node:fs'
import { type ParserName, parsers } from './parsers.ts'

/* One parser in a process of its own, so that it collects no other parser's garbage. Run by fork with the parser's name.
   Answers which of some files it refuses; then takes those to read, and answers each 'round' with how long it took. */

/** The engine compiles what it has seen often; feeds are read all day. */
const WARM_UP = 12

const parse = await parsers[process.argv[2] as ParserName]()
let documents: Uint8Array[] = []

async function refusedOf(files: readonly string[]): Promise<string[]> {
  const refused: string[] = []
  for (const file of files) {
    try {
      await parse(new Uint8Array(readFileSync(file)))
    } catch {
      refused.push(file)
    }
  }
  return refused
}

async function round(): Promise<{ readonly seconds: number; readonly entries: number }> {
  const started = performance.now()
  let entries = 0
  for (const bytes of documents) entries += await parse(bytes)
  return { seconds: (performance.now() - started) / 1000, entries }
}

process.on('message', async (message: { readonly try: string[] } | { readonly read: string[] } | 'round') => {
  if (message === 'round') process.send?.(await round())
  else if ('try' in message) process.send?.(await refusedOf(message.try))
  else {
    documents = message.read.map((file) => new Uint8Array(readFileSync(file)))
    for (let n = 0; n < WARM_UP; n++) await round()
    process.send?.('ready')
  }
})
process.on('disconnect', () => process.exit(0))
