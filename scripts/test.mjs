import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureNewerNode, ensureReaderApps, ensureReady, step } from './ensure.mjs'

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
step('All other tests', process.execPath, [...vitest, ...projects, ...report('others')], { VITEST_MAX_WORKERS: '4' })

let passed = 0
let failed = 0
let skipped = 0
for (const file of readdirSync(reports)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(join(reports, file), 'utf8'))
  passed += numPassedTests
  failed += numFailedTests
  skipped += numPendingTests
}
rmSync(reports, { recursive: true })
// Gates are skipped where the corpora are absent, and reader apps where their packages are; nothing else is.
const notMeasured = skipped === 0 ? '' : `, ${skipped} skipped for want of the corpora or of reader apps`
process.stdout.write(`${passed} passed, ${failed} failed${notMeasured}\n`)
