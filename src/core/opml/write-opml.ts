import { CATEGORY_STEP, type OpmlSource } from './opml-source.ts'

/** A source, and the name to show when the user gave none. */
export interface WrittenSource extends OpmlSource {
  readonly feedTitle: string | null
}

export interface OpmlDocument {
  readonly sources: readonly WrittenSource[]
  /** Display names of tabs that differ from their key. */
  readonly tabNames: ReadonlyMap<string, string>
  readonly madeAt: number
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly sources: WrittenSource[]
}

/** OPML 2.0: tabs and categories as folders, the rest under our own prefix; see https://opml.org/spec2.opml. */
export function writeOpml({ sources, tabNames, madeAt }: OpmlDocument): string {
  const root = newFolder()
  for (const source of sources) placeOf(root, source).sources.push(source)
  const tabs = Array.from(root.folders, ([tab, folder]) => {
    const name = tabNames.get(tab) ?? tab
    return folderLines(name, folder, name === tab ? '' : attribute('copytaster:tab', tab), 2)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0" xmlns:copytaster="urn:copytaster:opml">',
    '  <head>',
    '    <title>Copytaster subscriptions</title>',
    `    <dateCreated>${new Date(madeAt).toUTCString()}</dateCreated>`,
    '  </head>',
    '  <body>',
    ...root.sources.map((source) => sourceLine(source, 2)),
    ...tabs.flat(),
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}

const newFolder = (): Folder => ({ folders: new Map(), sources: [] })

function placeOf(root: Folder, { tab, category }: OpmlSource): Folder {
  let here = root
  if (tab === null) return here
  for (const step of [tab, ...(foldersFor(category) ?? [])]) {
    if (!here.folders.has(step)) here.folders.set(step, newFolder())
    here = here.folders.get(step)!
  }
  return here
}

/** The folders for a category; null when reading them back would give another category. */
function foldersFor(category: string | null): readonly string[] | null {
  if (category === null) return []
  const steps = category.split(CATEGORY_STEP)
  return steps.length < 20 && steps.every((step) => step !== '' && step === step.trim()) ? steps : null
}

function folderLines(name: string, { folders, sources }: Folder, own: string, depth: number): string[] {
  const blanks = '  '.repeat(depth)
  return [
    `${blanks}<outline${attribute('text', name)}${own}>`,
    ...sources.map((source) => sourceLine(source, depth + 1)),
    ...Array.from(folders, ([step, folder]) => folderLines(step, folder, '', depth + 1)).flat(),
    `${blanks}</outline>`,
  ]
}

function sourceLine(source: WrittenSource, depth: number): string {
  const { url, name, tab, category, tier, kind, owner, language, maxItems } = source
  const shown = name ?? source.feedTitle ?? url
  const attributes = [
    attribute('type', 'rss'),
    attribute('text', shown),
    attribute('title', shown),
    attribute('xmlUrl', url),
    attribute('copytaster:named', name === null ? 'no' : 'yes'),
    attribute('copytaster:category', tab === null || foldersFor(category) === null ? category : null),
    attribute('copytaster:tier', tier),
    attribute('copytaster:kind', kind),
    attribute('copytaster:owner', owner),
    attribute('copytaster:language', language),
    attribute('copytaster:max-items', maxItems === null ? null : String(maxItems)),
  ]
  return `${'  '.repeat(depth)}<outline${attributes.join('')}/>`
}

function attribute(name: string, value: string | null): string {
  return value === null ? '' : ` ${name}="${escapeAttribute(value)}"`
}

/** Characters that XML 1.0 does not allow, not even as references. */
const NOT_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeAttribute(value: string): string {
  return value
    .replace(NOT_XML, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)
    .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)
}
