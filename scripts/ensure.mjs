import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* Makes a bare clone ready to run: the right Node, the packages of the lock, a build of the sources. Uses nothing but
   Node, says what it does, and does nothing when there is nothing to do. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const LEAST_NODE = [20, 19]
const NEWER_NODE = '24.21.0'

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

/** Compiles, when a source changed since the last build. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.copytaster-sources')
  const inputs = [
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/bundle.mjs',
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
  step('Building', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'])
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

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications']

/** A real browser for the tests: one that is there, else Debian's package where we may install it. */
export function ensureChromium() {
  if (process.env.COPYTASTER_CHROMIUM || BROWSERS.some((path) => existsSync(path))) return
  const cure = 'Install it (Debian: apt-get install chromium), or set COPYTASTER_CHROMIUM to its path.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) stop(`The tests need a Chromium. ${cure}`)
  step('Updating the list of packages', 'apt-get', ['update', '-qq'])
  step(
    'Installing Chromium',
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
    {
      DEBIAN_FRONTEND: 'noninteractive',
    },
  )
}

/** A newer Node, from npm, under which the tests compare results with those of this one. Returns its path. */
export function ensureNewerNode() {
  const folder = join(root, '.cache', `node-${NEWER_NODE}`)
  const path = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `node@${NEWER_NODE}`]
  step(`Installing Node ${NEWER_NODE} beside this one`, 'npm', args)
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
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (status !== 0) stop(`${title} failed after ${seconds} s (${command} ${args.join(' ')}).`)
  process.stderr.write(`${title}: ${seconds} s\n`)
}

function stop(message) {
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
