import { setFlagsFromString } from 'node:v8'

/*
 * The parser of HTTP is one large function of WebAssembly. Optimising it takes .1 s of a processor and 30 MB, a quarter of what a poll
 * of two hundred unchanged feeds takes, and saves microseconds an answer. V8 does so after the first answer; with this budget, nearly
 * the largest there is, after about a thousand. The function has its budget from the moment it is loaded, at the first connection. Then the
 * flag is put back: while it differs, V8 refuses all compiled code that was kept without it, Node's own included.
 */
const RARELY = 2_000_000_000
/** V8's own, in Node 20; what it is in later ones is not asked: they keep the flag. */
const USUAL = process.versions.v8.startsWith('11.') ? 1_800_000 : null

let stage: 'unset' | 'set' | 'loaded' = 'unset'

/** Call it before a connection is opened. */
export function beforeConnection(): void {
  if (stage !== 'unset') return
  setFlagsFromString(`--wasm-tiering-budget=${RARELY}`)
  stage = 'set'
}

/** Call it when a connection is open: the parser is loaded. */
export function afterConnection(): void {
  if (stage !== 'set') return
  if (USUAL !== null) setFlagsFromString(`--wasm-tiering-budget=${USUAL}`)
  stage = 'loaded'
}
