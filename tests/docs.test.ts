import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedDocs } from '../scripts/docs/generated-docs.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test.each(Object.entries(generatedDocs()))('%s is what the code says (`npm run docs` writes it)', (file, text) => {
  expect(read(file)).toBe(text)
})

test('every command shows how it is used', () => {
  const sections = read('docs/guide/commands.md').split(/^## /m).slice(1)
  const groups = ['feeds', 'readers', 'crawl']
  const bare = sections.filter((section) => !section.includes('Examples:\n  $ copytaster '))
  expect(bare.map((section) => section.split('\n')[0])).toEqual(
    groups.filter((name) => sections.some((one) => one.startsWith(`${name}\n`))),
  )
})

test('every package has its line in docs/dependencies.md', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  const docs = read('docs/dependencies.md')
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !docs.includes(`| ${name} |`))
  expect(missing).toEqual([])
})

test('every decision is listed, in order and under its own title', () => {
  const files = readdirSync(new URL('../docs/decisions', import.meta.url)).filter((name) => /^\d{4}-/.test(name))
  const lines = files.sort().map((name) => {
    const [heading] = read(`docs/decisions/${name}`).split('\n', 1)
    return `- [${heading!.replace('# ', '')}](${name})`
  })
  const listed = read('docs/decisions/README.md').match(/^- \[\d{4} .*$/gm)
  expect(listed).toEqual(lines)
})

test('links between documents lead somewhere', () => {
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/faults.md',
    'docs/guide/README.md',
    'docs/guide/operating.md',
  ]
  const broken = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target]) => new URL(target!, new URL(`../${file}`, import.meta.url)))
      .filter((url) => {
        try {
          readFileSync(url)
          return false
        } catch (error) {
          return (error as NodeJS.ErrnoException).code === 'ENOENT'
        }
      })
      .map((url) => `${file} → ${url.pathname}`),
  )
  expect(broken).toEqual([])
})

test('every test that docs/faults.md names is in the file before it', () => {
  const rows = read('docs/faults.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
  expect(rows).toHaveLength(15)
  const named = rows.map((row) => row.split(' | ')[2]!)
  const missing = named.flatMap((tests) => {
    const files = tests.split(/(?=\[[^\]]+\]\()/)
    return files.flatMap((part) => {
      const file = /\]\(\.\.\/(.+?\.test\.ts)\)/.exec(part)?.[1]
      if (file === undefined) return [part]
      const names = [...part.matchAll(/``(.+?)``|`(.+?)`/g)].map(([, double, single]) => double ?? single!)
      return names.length === 0 ? [part] : names.filter((name) => !read(file).includes(name))
    })
  })
  expect(missing).toEqual([])
})
