import { build, transform } from 'esbuild'

/* The program as parts that are loaded when they are needed, each there once (ADR 0120). esbuild splits modules into chunks by the
   programs and lazy imports that reach them, as ES modules only. V8's code cache needs scripts, so each chunk is turned into a function,
   and the functions of chunks that the same programs load at their start are one script, a part. */

/** A script is the array of its functions: the value of a script that is run, and what a module exports. */
const OPENING = "(chunks=>typeof module==='object'?module.exports=chunks:chunks)(["
const CLOSING = '\n])\n'

/** The scripts of several programs: their names, and their text in ASCII. A program's own script has its name. */
export async function partsOf(programs, options) {
  const { metafile, outputFiles } = await build({
    ...options,
    entryPoints: programs.map((name) => ({ in: `src/${name}.ts`, out: name })),
    outdir: 'parts',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    metafile: true,
    write: false,
    // Lines are needed to find the exports of a chunk; the spaces go when it is turned into a function.
    minifyWhitespace: false,
    define: { 'import.meta.url': 'programUrl' },
  })
  const chunks = Object.entries(metafile.outputs).map(([path, { imports, entryPoint }]) => ({
    path,
    entryPoint,
    imports: imports.filter((one) => !one.external),
    text: outputFiles.find((file) => file.path.endsWith(`/${path}`)).text,
  }))
  const parts = inParts(chunks, programs)
  const addressOf = new Map(
    [...parts].flatMap(([name, members]) => members.map(({ path }, at) => [path, `${JSON.stringify(name)},${at}`])),
  )
  const isLive = liveNames(chunks)
  return Promise.all(
    [...parts].map(async ([name, members]) => {
      const functions = await Promise.all(members.map((chunk) => functionOf(chunk, addressOf, isLive)))
      return { name, text: asAscii(OPENING + functions.join(',\n') + CLOSING) }
    }),
  )
}

/** Whether a chunk exports this name and may change its value later. A name that it imports itself counts as one that may. */
function liveNames(chunks) {
  const fixed = new Map(
    chunks.map(({ path, text }) => {
      const constants = constantsOf(text)
      const [, list] = EXPORTS.exec(text) ?? []
      const names = list === undefined ? [] : namesIn(list).filter(({ name }) => constants.has(name))
      return [path, new Set(names.map(({ as }) => as))]
    }),
  )
  return (path, name) => !fixed.get(path).has(name)
}

/** Chunks by the script they are put into: with those that the same programs need, or the same lazy imports. */
function inParts(chunks, programs) {
  const byPath = new Map(chunks.map((chunk) => [chunk.path, chunk]))
  const closureOf = (path, found = new Set()) => {
    if (found.has(path)) return found
    found.add(path)
    for (const { path: next, kind } of byPath.get(path).imports) if (kind === 'import-statement') closureOf(next, found)
    return found
  }
  const isProgram = ({ path }) => programs.some((name) => path === `parts/${name}.js`)
  const entries = chunks.filter(({ entryPoint }) => entryPoint !== undefined)
  const usersOf = (chunk, among) => among.filter(({ path }) => closureOf(path).has(chunk.path)).map(({ path }) => path)
  const parts = new Map()
  const names = new Map()
  for (const chunk of chunks) {
    const inProgram = usersOf(chunk, entries.filter(isProgram))
    const users = inProgram.length > 0 ? inProgram : usersOf(chunk, entries)
    const key = users.join()
    if (!names.has(key)) names.set(key, nameOf(users, names.size))
    const name = names.get(key)
    if (!parts.has(name)) parts.set(name, [])
    // What is started by the script's name comes first.
    if (isProgram(chunk)) parts.get(name).unshift(chunk)
    else parts.get(name).push(chunk)
  }
  return parts
}

function nameOf(users, n) {
  if (users.length > 1) return `shared-${n}`
  return /^parts\/(.*?)(-[A-Z0-9]{8})?\.js$/.exec(users[0])[1]
}

/** A chunk as a function of Node's `require`, of what gives and imports other chunks, and of what is told its exports. */
async function functionOf({ path, text, imports }, addressOf, isLive) {
  const constants = constantsOf(text)
  const exporting = text
    .replace(IMPORTS, (_, list, from) => importing(list, from, { addressOf, isLive, constants }))
    .replace(EXPORTS, (_, list) => `setExports({ ${exportedNames(list, constants)} });`)
    .replace(DEFAULT_EXPORT, (_, commonJs) => `setExports(${namespaceOf(commonJs)});`)
  if (/^export\b/m.test(exporting)) throw new Error(`not all exports of ${path} were found`)
  const format = { format: 'cjs', platform: 'node', target: 'node20', minifyWhitespace: true }
  let body = (await transform(exporting, format)).code.replace(/^"use strict";/, '')
  for (const { path: to, kind } of imports) {
    const specifier = JSON.stringify(`./${to.slice('parts/'.length)}`)
    const isLazy = kind === 'dynamic-import'
    const call = `${isLazy ? 'importChunk' : 'chunk'}(${addressOf.get(to)})`
    body = body.replaceAll(`${isLazy ? 'import' : 'require'}(${specifier})`, call)
    if (!body.includes(call)) throw new Error(`${path} does not import ${to} as expected`)
  }
  return `function(require,chunk,importChunk,setExports,programUrl){${body}}`
}

const IMPORTS = /^import \{([^}]*)\} from "\.\/([^"]+)";$/gm
/** Only a package in CommonJS that is imported lazily has one. */
const DEFAULT_EXPORT = /^export default (.*);$/m
const EXPORTS = /^export \{([^}]*)\};\s*$/m

/** The names of a list of imports or exports: as they are before `as`, and after it. */
function namesIn(list) {
  return list.split(',').map((one) => {
    const [, name, as = name] = /^\s*(\S+?)(?: as (\S+?))?\s*$/.exec(one)
    return { name, as }
  })
}

/** The imports of a chunk as variables, which are read faster than properties; names that change stay imports. */
function importing(list, from, { addressOf, isLive, constants }) {
  const path = `parts/${from}`
  const names = namesIn(list)
  const fixed = names.filter(({ name }) => !isLive(path, name))
  const live = names.filter(({ name }) => isLive(path, name)).map(({ name, as }) => `${name} as ${as}`)
  for (const { as } of fixed) constants.add(as)
  const variables = fixed.map(({ name, as }) => `${name}: ${as}`)
  const declared = variables.length === 0 ? '' : `var { ${variables} } = chunk(${addressOf.get(path)});`
  return live.length === 0 ? declared : `${declared}import { ${live} } from "./${from}";`
}

/** What a module in CommonJS exports, as an import gives it: as the default, and name by name. */
const namespaceOf = (commonJs) =>
  `((exported) => Object.create(exported, { default: { value: exported, enumerable: true } }))(${commonJs})`

/** Exports as properties of an object: of constants the value, of other names a getter. */
function exportedNames(list, constants) {
  const properties = namesIn(list).map(({ name, as }) =>
    constants.has(name) ? `${as}: ${name}` : `get ${as}() { return ${name}; }`,
  )
  return ['__proto__: null', ...properties].join(', ')
}

/**
 * The names of the outermost scope that have their last value when the chunk has been run: functions, and values that are declared there
 * and assigned nowhere else. A name that is assigned in some other scope counts as assigned: then it is only read more slowly.
 */
function constantsOf(text) {
  const assigned = new Map()
  const count = (name) => assigned.set(name, (assigned.get(name) ?? 0) + 1)
  for (const [, name] of text.matchAll(/(?<![\w$.])([\w$]+)(?: [-+*/%&|^?<>]*=(?![=>])|\+\+|--| (?:of|in) )/g))
    count(name)
  for (const [, name] of text.matchAll(/(?:\+\+|--)([\w$]+)/g)) count(name)
  // Destructuring: whatever is on the line before the sign.
  for (const [line] of text.matchAll(/^.*[\]}] = /gm)) for (const [name] of line.matchAll(/[\w$]+/g)) count(name)
  const functions = [...text.matchAll(/^(?:async )?function\*? ([\w$]+)\(/gm)].map(([, name]) => name)
  const values = [...text.matchAll(/^(?:var|let|const) ([\w$]+) = /gm)].map(([, name]) => name)
  return new Set([
    ...functions.filter((name) => !assigned.has(name)),
    ...values.filter((name) => assigned.get(name) === 1),
  ])
}

/** One byte for each character: the script is read without being decoded, and takes half the memory. */
function asAscii(text) {
  // What esbuild leaves are letters in patterns, where an escape means the same.
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
