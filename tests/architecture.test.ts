import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/* Which room may know which. Imports point one way; a file that breaks a rule is told the rule and the way out. */

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

interface Rule {
  readonly folder: RegExp
  /** What its files may import inside `src`, besides their own folder. */
  readonly may: readonly RegExp[]
  /** What they may import as types only. */
  readonly mayAsTypes?: readonly RegExp[]
  readonly wayOut: string
}

const domain = /^core\/domain\//
const toolboxes = /^core\/(text|similar)\//

const rules: readonly Rule[] = [
  { folder: /^core\/domain\//, may: [], wayOut: 'nouns know nothing: move the function to the room that needs it' },
  { folder: /^core\/text\//, may: [domain], wayOut: 'the toolbox knows only nouns: pass what you need as an argument' },
  { folder: /^core\/similar\//, may: [domain, /^core\/text\//], wayOut: 'pass what you need as an argument' },
  { folder: /^core\/prepare(-page)?\.ts$/, may: [/^core\//], wayOut: 'only prepare joins stages' },
  { folder: /^core\/[^/]+\//, may: [domain, toolboxes], wayOut: 'a stage knows no other stage: join them in app' },
  { folder: /^io\//, may: [/^io\//, domain, toolboxes], wayOut: 'decide in core, let app join core and io' },
  { folder: /^app\//, may: [/^app\//, /^core\//], mayAsTypes: [/^io\//], wayOut: 'take the real one as an argument' },
  { folder: /^cli\//, may: [/^app\//, /^core\//], wayOut: 'call app, or take it as an argument' },
  {
    folder: /^http\/pages\//,
    may: [
      /^app\//,
      /^core\//,
      /^http\//,
      /^web\/(screens|texts|api-types|boot|location|match-pattern|routes|server-page)/,
    ],
    wayOut: 'pages are rendered from what the page itself shows; nothing else of it runs here',
  },
  { folder: /^http\//, may: [/^app\//, /^core\//], wayOut: 'call app, or take it as an argument' },
  { folder: /^mcp\//, may: [/^app\//, /^core\//], wayOut: 'call app, or take it as an argument' },
  {
    folder: /^web\//,
    may: [/^web\//],
    mayAsTypes: [/^http\/contract\//],
    wayOut: 'the page knows the API and nothing else; of its contract the types only',
  },
  { folder: /^main\.ts$/, may: [/./], wayOut: '' },
  {
    folder: /^(version|open-app|serve-halves|engine-thread|web-thread|open-web|open-mcp|join-cluster|run-worker)\.ts$/,
    may: [/./],
    wayOut: '',
  },
  { folder: /^index\.ts$/, may: [/./], wayOut: '' },
  { folder: /^with-world\.ts$/, may: [/./], wayOut: '' },
  { folder: /^(play|serve)-demo\.ts$/, may: [/./], wayOut: '' },
  {
    folder: /^(prepare|page)-worker\.ts$/,
    may: [/^core\//, /^io\/system\/thread-priority\.ts$/, /^app\/packed-entries\.ts$/],
    mayAsTypes: [/^io\/system\/prepare-threads\.ts$/],
    wayOut: 'the thread only prepares',
  },
]

/** Packages that may enter `core`, and where; the platform's own only for hashes. */
const corePackages: readonly { folder: RegExp; packages: readonly string[] }[] = [
  { folder: /^core\/poll\//, packages: ['http-cache-semantics'] },
  { folder: /^core\/parse\//, packages: ['entities', '@exodus/bytes', 'chardet'] },
  { folder: /^core\/page\//, packages: ['@mozilla/readability', 'linkedom', 'htmlparser2', 'robots-parser'] },
  { folder: /^core\/text\//, packages: ['htmlparser2', 'entities', 'temporal-polyfill', 'tldts', 'eld'] },
]

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
  /** Loaded when the line is reached, not with the file. */
  readonly isDynamic: boolean
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

const files = filesIn('src').filter((file) => !isTest(file))
const imports = files.flatMap((file) => importsOf(file, 'src'))

/** The imports of a file, its own and their paths seen from a folder. */
function importsOf(file: string, base: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const from = relative(base, file).replaceAll('\\', '/')
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm,
  )
  return [...found].map(([, type, named, dynamic, bare]) => {
    const specifier = named ?? dynamic ?? bare ?? ''
    const to = specifier.startsWith('.') ? join(dirname(from), specifier).replaceAll('\\', '/') : specifier
    return { from, to, typeOnly: type !== undefined, isDynamic: dynamic !== undefined }
  })
}

const ours = new Set(files)
const isOurs = (one: Import) => ours.has(join('src', one.to))
const folderOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('core/') ? 2 : 1)
    .join('/')

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

test('there are files and imports to look at', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(imports.filter(isOurs).length).toBeGreaterThan(60)
})

test('every rule is about files that exist', () => {
  const paths = files.map((file) => relative('src', file).replaceAll('\\', '/'))
  const patterns = rules.flatMap(({ folder, may, mayAsTypes = [] }) => [folder, ...may, ...mayAsTypes])
  const idle = patterns.filter((pattern) => !paths.some((path) => pattern.test(path)))
  expect(idle.map(String)).toEqual([])
})

test('every package that may enter core does', () => {
  const idle = corePackages.flatMap(({ folder, packages }) =>
    packages
      .filter((name) => !imports.some(({ from, to }) => folder.test(from) && packageOf(to) === name))
      .map((name) => `${folder} no longer imports ${name}: take it off the list`),
  )
  expect(idle).toEqual([])
})

test('imports point one way', () => {
  const broken = imports.filter(isOurs).flatMap((one) => {
    const rule = rules.find(({ folder }) => folder.test(one.from))
    if (!rule) return [`${one.from}: no rule for this place; add it to the tree first`]
    if (folderOf(one.from) === folderOf(one.to) && one.to.includes('/')) return []
    const allowed = [...rule.may, ...(one.typeOnly ? (rule.mayAsTypes ?? []) : [])]
    return allowed.some((pattern) => pattern.test(one.to)) ? [] : [`${one.from} imports ${one.to}: ${rule.wayOut}`]
  })
  expect(broken).toEqual([])
})

test('packages enter core only where they are named', () => {
  const broken = imports
    .filter((one) => one.from.startsWith('core/') && !isOurs(one))
    .filter((one) => {
      const name = packageOf(one.to)
      if (name === 'node:crypto' || name === 'node:buffer') return false
      return !corePackages.some(({ folder, packages }) => folder.test(one.from) && packages.includes(name))
    })
  expect(broken.map((one) => `${one.from} imports ${one.to}`)).toEqual([])
})

describe('core has no clock, no chance and no way out', () => {
  test.each([
    ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/],
    ['chance', /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/],
    ['the network, the process or the console', /(?<![.\w])fetch\(|\bprocess\.|\bconsole\./],
  ])('no use of %s', (_fact, pattern) => {
    const users = files.filter((file) => file.startsWith('src/core/')).filter((file) => pattern.test(code(file)))
    expect(users).toEqual([])
  })
})

/** What a program loads at its start. */
function loadedAtStart(program: string): ReadonlySet<string> {
  const atOnce = imports.filter(({ typeOnly, isDynamic }) => !typeOnly && !isDynamic).filter(isOurs)
  const loaded = new Set([program])
  // A set may grow while it is gone through.
  for (const file of loaded) for (const { from, to } of atOnce) if (from === file) loaded.add(to)
  return loaded
}

test('the thread of the web server loads what answers when somebody asks (ADR 0138)', () => {
  const loaded = [...loadedAtStart('web-thread.ts')]
  expect(loaded).toContain('http/lazy-server.ts')
  expect(
    loaded.filter((file) => /^(io\/store|http\/contract|web)\/|^http\/(listen|serve-app)\.ts$/.test(file)),
  ).toEqual([])
})

test('no command loads at its start what only other commands need (ADR 0058)', () => {
  const loaded = loadedAtStart('main.ts')
  expect(loaded.size).toBeGreaterThan(80)
  const later = [
    /^open-app\.ts$/,
    /^app\/app\.ts$/,
    /^io\/store\/open-store/,
    /^core\/dedup\/(print|recent|stories)\//,
    /^core\/text\/(registrable-domain|search-query|simplified-han)/,
    /^core\/parse\//,
    /^core\/crawl\/parse-crawl/,
    /^core\/page\/(extract|read)/,
    /^core\/topics\/unlabelled-topics/,
    /^core\/demo\//,
    /^http\//,
    /^io\/fetch\/connections/,
  ]
  expect([...loaded].filter((file) => later.some((pattern) => pattern.test(file)))).toEqual([])
})

test('nobody asks URL.canParse, which is wrong on Node 20 (see core/text/is-url.ts)', () => {
  expect(files.filter((file) => /\bURL\.canParse\b/.test(code(file)))).toEqual([])
})

test('only io/fetch leaves the process', () => {
  const wayOut = /(?<![.\w])fetch\(|\bundici\b|from 'node:(https?|net|tls|dgram)'/
  // Those who only listen ask nobody.
  const listeners = ['src/io/demo/serve-world.ts', 'src/http/lazy-server.ts', 'src/http/listen-at.ts']
  // A browser asks the server it came from, in one place.
  const inBrowser = ['src/web/api.ts']
  expect(listeners.filter((file) => !files.includes(file))).toEqual([])
  expect(files.some((file) => file.startsWith('src/io/fetch/'))).toBe(true)
  const isData = (file: string) => file.endsWith('-data.ts')
  const rest = files.filter(
    (file) => !file.startsWith('src/io/fetch/') && ![...listeners, ...inBrowser].includes(file) && !isData(file),
  )
  const users = rest.filter((file) => wayOut.test(code(file)))
  expect(users).toEqual([])
})

test('tests and the program do not import benchmarks: what both need is in tests/support', () => {
  const inspected = [...filesIn('src'), ...filesIn('tests')]
  const found = inspected.flatMap((file) => importsOf(file, ''))
  expect(found.length).toBeGreaterThan(1_000)
  const broken = found.filter(({ to }) => to.startsWith('bench/'))
  expect(broken.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

/** The file without comments and strings of more than a word, where such names may stand. */
function code(file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
}
