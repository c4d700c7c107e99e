import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* Makes a bare clone ready to run: the right Node, the packages of the lock, a build of the sources. Uses nothing but
   Node, says what it does, and does nothing when there is nothing to do. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const LEAST_NODE = [20, 19]
/** The versions under which tests can be run besides the one that is installed. */
export const NODE_VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' }

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return
  stop(`Copytaster needs Node ${LEAST_NODE.join('.')} or newer, this is ${process.version}. Install one and try again.`)
}

/** `npm ci`, when the lock is not the one that was installed. */
export function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.copytaster-lock')
  const wanted = digest([readFileSync(join(root, 'package-lock.json')), process.platform, process.arch])
  if (read(stamp) === wanted) return
  if (process.env.COPYTASTER_NO_INSTALL) stop('The packages are not those of the lock: run `npm ci`.')
  step('Installing packages (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/** Compiles, when a source changed since the last build. Whether types fit is for the check: asking twice takes half of the compiler's time. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.copytaster-sources')
  const inputs = [
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/bundle.mjs',
    'scripts/program-parts.mjs',
    'scripts/pack-ngrams.mjs',
    'scripts/bundle-page.mjs',
    'scripts/undici-client.mjs',
    'scripts/load-program.mjs',
    ...filesBelow('src'),
  ]
  const wanted = digest(
    inputs.map((file) => `${file} ${statSync(join(root, file)).mtimeMs} ${statSync(join(root, file)).size}`),
  )
  if (read(stamp) === wanted) return
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  step('Building', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'])
  step('Bundling', process.execPath, ['scripts/bundle.mjs'])
  step('Bundling the page', process.execPath, ['scripts/bundle-page.mjs'])
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

export function ensureReady() {
  ensureNode()
  ensureInstalled()
  ensureBuilt()
}

/** The engine of Chromium without windows, in which each page takes a seventh of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell'
const BROWSERS = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications']

/** A real browser for the tests: Debian's headless shell where it is or may be installed, else a browser that is there. */
export function ensureChromium() {
  if (process.env.COPYTASTER_CHROMIUM || existsSync(SHELL)) return
  if (installs(['chromium-headless-shell', 'fonts-noto-cjk']) || BROWSERS.some((path) => existsSync(path))) return
  if (installs(['chromium', 'fonts-noto-cjk'])) return
  const cure = 'Install it (Debian: apt-get install chromium-headless-shell), or set COPYTASTER_CHROMIUM to its path.'
  stop(`The tests need a Chromium. ${cure}`)
}

/** Installs packages of Debian where we may; a machine without network is not kept waiting. Returns whether they are there. */
function installs(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::https::Timeout=15']
  process.stderr.write(`Installing ${packages.join(', ')} for the tests …\n`)
  spawnSync('apt-get', [...patience, 'update', '-qq'], options)
  const install = [...patience, 'install', '-y', '-qq', '--no-install-recommends', ...packages]
  return spawnSync('apt-get', install, options).status === 0
}

/** Reader apps that the tests run against the server, and what they need, by the program that tells whether they are here. */
const READER_APPS = {
  '/usr/bin/newsboat': 'newsboat',
  '/usr/bin/liferea': 'liferea',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/xdotool': 'xdotool',
  '/usr/bin/dbus-run-session': 'dbus-daemon',
  '/usr/bin/gdbus': 'libglib2.0-bin',
}

/** Debian's packages of reader apps where we may install them; elsewhere their tests say that they are left out. */
export function ensureReaderApps() {
  const missing = Object.keys(READER_APPS).filter((path) => !existsSync(path))
  if (missing.length === 0 || installs(missing.map((path) => READER_APPS[path]))) return
  process.stderr.write('Reader apps could not be installed; what they do with the server is not tested.\n')
}

/** A newer Node, under which the tests compare results with those of this one. Returns its path. */
export const ensureNewerNode = () => ensureNodeVersion('24')

/** Another Node, from npm. Returns its path. */
export function ensureNodeVersion(major) {
  const version = NODE_VERSIONS[major]
  const folder = join(root, '.cache', `node-${version}`)
  const path = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`]
  step(`Installing Node ${version} beside this one`, 'npm', args)
  return path
}

/** Runs one step with its output shown, and ends everything when it fails. */
export function step(title, command, args, env = {}) {
  const started = performance.now()
  process.stderr.write(`${title} …\n`)
  const windows = process.platform === 'win32'
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, ...env },
  })
  if (status !== 0) stop(`${title} failed (${command} ${args.join(' ')}).`)
  process.stderr.write(`${title}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Runs a script of Node while others run: with its output shown, or behind them with less of the processors, shown at its end. */
export function start(title, args, { env = {}, behind = false } = {}) {
  const started = performance.now()
  process.stderr.write(`${title} …\n`)
  const stdio = behind ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  if (behind && child.pid !== undefined) setPriority(child.pid, 5)
  const said = []
  for (const stream of behind ? [child.stdout, child.stderr] : []) stream.on('data', (data) => said.push(data))
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      process.stderr.write(`${Buffer.concat(said)}${title}: ${code === 0 ? '' : 'failed after '}${seconds} s\n`)
      resolve(code === 0)
    })
  })
}

export function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function digest(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
