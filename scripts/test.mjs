import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureReady, root, start, step, stop } from './ensure.mjs'

/* `npm test`: everything. Check first, since it is quick; then the rooms, the store contracts, end to end, and the gates, with a
   real PostgreSQL and the built program. Ends with one count of all tests. */

ensureReady()
const env = { TEST_SAMPLE: process.env.TEST_SAMPLE ?? commit() }
process.stderr.write(`Sample ${env.TEST_SAMPLE}; TEST_SAMPLE=${env.TEST_SAMPLE} npm test draws the same again\n`)
const reports = mkdtempSync(join(tmpdir(), 'copytaster-reports-'))
const report = (name) => ['--reporter=json', `--outputFile.json=${join(reports, `${name}.json`)}`]
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default']

const [checked, installed] = await Promise.all([
  start('Check', ['scripts/check.mjs', ...report('unit')]),
  start('Installing what the other tests need', ['scripts/ensure-test-tools.mjs'], { behind: true }),
])
if (!checked) stop('The check failed.')
if (!installed) stop('What the other tests need could not be installed.')

/** Two runs side by side. Tests of programs and pages wait much: with four workers for two processors, there is work meanwhile. Parts
 *  wait little and use what the others leave of the processors; of two workers, each loads the sources once. */
const RUNS = {
  programs: { title: 'Programs, pages and gates', projects: ['e2e', 'pages', 'gates'], workers: 4, behind: false },
  parts: { title: 'Parts and contracts', projects: ['rooms', 'contract'], workers: 2, behind: true },
}
const named = (projects) => projects.flatMap((project) => ['--project', project])
const started = Object.entries(RUNS).map(([name, { title, projects, workers, behind }]) => {
  const workersToo = { ...env, VITEST_MAX_WORKERS: String(workers) }
  return start(title, [...vitest, ...named(projects), ...report(name)], { env: workersToo, behind })
})
const passes = await Promise.all(started)
const again = Object.keys(RUNS).flatMap((name, at) => (passes[at] ? [] : failedFiles(name)))
if (again.length > 0) runAgain(again)

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

/** The commit: what is drawn changes with the sources, and is the same again for the same ones. */
function commit() {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'none'
}

function read(name) {
  return JSON.parse(readFileSync(join(reports, name), 'utf8'))
}

/** Which files of a run that did not pass failed; ends everything when the run itself did. */
function failedFiles(name) {
  const failed = read(`${name}.json`).testResults.filter(({ status }) => status !== 'passed')
  if (failed.length === 0) stop(`${RUNS[name].title} failed.`)
  return failed.map((result) => relative(root, result.name))
}

/** Browsers, servers and programs on a busy machine have moments of their own. A few files that failed run once more, by themselves. */
function runAgain(files) {
  if (files.length > 5) stop(`${files.length} files of tests failed.`)
  const projects = named(Object.values(RUNS).flatMap((run) => run.projects))
  step('Again, alone, what failed', process.execPath, [...vitest, ...projects, ...files, ...report('again')], {
    ...env,
    VITEST_MAX_WORKERS: '1',
  })
  for (const name of Object.keys(RUNS)) {
    const all = read(`${name}.json`)
    const kept = all.testResults.filter((result) => !files.includes(relative(root, result.name)))
    writeFileSync(join(reports, `${name}.json`), JSON.stringify({ ...all, testResults: kept }))
  }
}
