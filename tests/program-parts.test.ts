import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '../scripts/program-parts.mjs'

/* Two programs that share modules, bundled into parts and started through the loader (ADR 0120). */

const FILES = {
  'src/one.ts': `
    import { add, count, first, second, swap } from './shared.ts'
    import { total } from './totals.ts'
    import { fail } from './fails.ts'
    add()
    swap()
    let stack = ''
    try { fail() } catch (error) { stack = (error as Error).stack! }
    const lazy = await1()
    async function await1() {
      const { name, count: again } = await import('./lazy.ts')
      const package1 = await import('./package.cjs')
      add()
      return [name, again, count, package1.default.value, package1.value]
    }
    lazy.then((of) => console.log(JSON.stringify({ count, first, second, total: total(), of, stack, url: import.meta.url })))
  `,
  'src/two.ts': `
    import { add, count, first, second } from './shared.ts'
    import { total } from './totals.ts'
    add(); add()
    console.log(JSON.stringify({ count, first, second, total: total(), letters: /[äß]/.test('ß') }))
  `,
  'src/long.ts': `
    const atStart = () => 'only at the start'
    const said = atStart()
    // Long enough to be kept as a program that worked.
    while (process.cpuUsage().user < 900_000) for (let n = 0; n < 1e6; n++);
    work()
    async function work() {
      for (let left = 60, held = []; left > 0; left--, held = []) {
        while (held.length < 16) held.push(new Array(200_000).fill(left))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      console.log(JSON.stringify({ said }))
    }
  `,
  'src/shared.ts': `
    export let count = 0
    export const add = () => { count++ }
    export let [first, second] = ['a', 'b']
    export function swap() { [first, second] = [second, first] }
    globalThis.runs = (globalThis.runs ?? 0) + 1
  `,
  'src/totals.ts': `
    export let total = () => globalThis.runs
  `,
  'src/lazy.ts': `
    export { count } from './shared.ts'
    export const name = 'lazy'
  `,
  'src/package.cjs': `module.exports = { value: 7, self: this === module.exports }`,
  'src/fails.ts': `export function fail() { failsHere() }\nfunction failsHere() { throw new Error('as expected') }`,
}

let folder: string
let parts: readonly { readonly name: string; readonly text: string }[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-parts-'))
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'dist', 'parts'), { recursive: true })
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text)
  parts = await partsOf(['one', 'two', 'long'], {
    absWorkingDir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
  })
  for (const { name, text } of parts) writeFileSync(join(folder, 'dist', 'parts', `${name}.cjs`), text, 'latin1')
  const loader = fileURLToPath(new URL('../scripts/load-program.mjs', import.meta.url))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  for (const name of ['one', 'two', 'long']) copyFileSync(loader, join(folder, 'dist', `${name}.js`))
})
afterAll(() => rmSync(folder, { recursive: true }))

const start = (name: string, flags: readonly string[] = []) =>
  JSON.parse(execFileSync(process.execPath, [...flags, join(folder, 'dist', `${name}.js`)], { encoding: 'utf8' }))

test('a program runs as its modules say, at its first start and from compiled code', () => {
  for (let times = 0; times < 2; times++) {
    const { stack, url, ...said } = start('one')
    expect(said).toEqual({ count: 2, first: 'b', second: 'a', total: 1, of: ['lazy', 1, 2, 7, 7] })
    expect(stack).toMatch(/at failsHere .*\n.*at fail /)
    expect(url).toMatch(/dist\/one\.js$/)
    expect(start('two')).toEqual({ count: 2, first: 'a', second: 'b', total: 1, letters: true })
  }
})

test('what two programs share is in one script, what is imported lazily in another', () => {
  const holding = (text: string) => parts.filter((part) => part.text.includes(text)).map(({ name }) => name)
  expect(holding('globalThis.runs=')).toEqual([expect.stringMatching(/^shared-/)])
  expect(holding('failsHere()')).toEqual(['one'])
  expect(holding('value:7')).toEqual(['package'])
  expect(parts.map(({ text }) => /[^\0-\x7f]/.test(text))).not.toContain(true)
})

test('compiled code is kept for each script where Node does not keep it itself', () => {
  start('two')
  const kept = readdirSync(join(folder, 'dist', 'parts')).filter((file) => file.endsWith('.cache'))
  const isKept = Number(process.versions.node.split('.')[0]) < 22
  expect(kept.some((file) => file.startsWith('two.cjs.'))).toBe(isKept)
})

test('what ran at the start is kept though the whole heap was collected many times since', () => {
  // The whole heap is collected some twenty times.
  start('long', ['--heap-growing-percent=10'])
  const parts = join(folder, 'dist', 'parts')
  const kept = readdirSync(parts).filter((file) => /^long\.cjs\..*worked.*\.cache$/.test(file))
  const isKept = Number(process.versions.node.split('.')[0]) < 22
  expect(kept).toHaveLength(isKept ? 1 : 0)
  for (const file of kept) expect(readFileSync(join(parts, file), 'latin1')).toContain('only at the start')
})

test('a start with other flags of V8 neither uses nor spoils what was compiled with the usual ones', () => {
  const kept = () => readdirSync(join(folder, 'dist', 'parts')).filter((file) => /^one\.cjs\..*\.cache$/.test(file))
  start('one')
  const usual = kept()
  start('one', ['--max-lazy'])
  expect(kept()).toEqual(expect.arrayContaining(usual))
  const other = kept().filter((file) => !usual.includes(file))
  expect(other).toHaveLength(usual.length)
})

test.each([
  ['whose second half was never written', (bytes: Buffer) => bytes.fill(0, bytes.length / 2)],
  [
    'with one byte that is another',
    (bytes: Buffer) => bytes.fill(bytes.at(-100)! ^ 255, bytes.length - 100, bytes.length - 99),
  ],
  ['that ends early', (bytes: Buffer) => bytes.subarray(0, bytes.length - 500)],
  ['that is empty', () => Buffer.alloc(0)],
])('a file of compiled code %s is not used, and is written again', (_fact, damage) => {
  start('two')
  const parts = join(folder, 'dist', 'parts')
  const kept = readdirSync(parts).filter((file) => file.endsWith('.cache'))
  const whole = kept.map((file) => readFileSync(join(parts, file)))
  for (const [at, file] of kept.entries()) writeFileSync(join(parts, file), damage(Buffer.from(whole[at]!)))
  expect(start('two')).toEqual({ count: 2, first: 'a', second: 'b', total: 1, letters: true })
  const ofTwo = kept.filter((file) => /^two.*two-/.test(file))
  for (const file of ofTwo) expect(readFileSync(join(parts, file)).length).toBe(whole[kept.indexOf(file)]!.length)
})
