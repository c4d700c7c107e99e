import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { attempt, ensureChromium, ensureNewerNode, ensureReaderApps, ensureReady, root, step, stop } from './ensure.mjs'

/* `npm test`: everything. Check first, since it is quick; then the rooms, the store contracts, end to end, and the gates, with a
   real PostgreSQL and the built program. Ends with one count of all tests. */

ensureReady()
ensureChromium()
ensureReaderApps()
ensureNewerNode()
const reports = mkdtempSync(join(tmpdir(), 'copytaster-reports-'))
const report = (name) => ['--reporter=json', `--outputFile.json=${join(reports, `${name}.json`)}`]
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default']

step('Check', process.execPath, ['scripts/check.mjs', ...report('unit')])
// In one run: while a long file of one project is the last, files of the others keep the second processor busy. With four
// workers for two processors, there is work while tests wait for a program, a pause or a server.
const projects = ['rooms', 'contract', 'e2e', 'pages', 'gates'].flatMap((project) => ['--project', project])
const others = attempt('All other tests', process.execPath, [...vitest, ...projects, ...report('others')], {
  VITEST_MAX_WORKERS: '4',
})
const again = others ? [] : failedFiles('others')
if (!others) runAgain(again)

let passed = 0
let skipped = 0
for (const name of readdirSync(reports)) {
  for (const { assertionResults } of read(name).testResults) {
    passed += assertionResults.filter(({ status }) => status === 'passed').length
    skipped += assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped').length
  }
}
rmSync(reports, { recursive: true })
// Gates are skipped where the corpora are absent, and reader apps where their packages are; nothing else is.
const notMeasured = skipped === 0 ? '' : `, ${skipped} skipped for want of the corpora or of reader apps`
for (const file of again)
  process.stdout.write(`Failed beside other tests and passed alone, to be looked at like a failure: ${file}\n`)
process.stdout.write(`${passed} passed, 0 failed${notMeasured}\n`)

function read(name) {
  return JSON.parse(readFileSync(join(reports, name), 'utf8'))
}

function failedFiles(name) {
  const { testResults } = read(`${name}.json`)
  return testResults.filter(({ status }) => status !== 'passed').map((result) => relative(root, result.name))
}

/** Browsers, servers and programs on a busy machine have moments of their own. A few files that failed run once more, by themselves. */
function runAgain(files) {
  if (files.length === 0 || files.length > 5) stop(`All other tests failed: ${files.length} files.`)
  step('Again, alone, what failed', process.execPath, [...vitest, ...projects, ...files, ...report('again')], {
    VITEST_MAX_WORKERS: '1',
  })
  const all = read('others.json')
  const kept = all.testResults.filter((result) => !files.includes(relative(root, result.name)))
  writeFileSync(join(reports, 'others.json'), JSON.stringify({ ...all, testResults: kept }))
}
