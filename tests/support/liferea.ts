import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a Liferea that nobody looks at needs besides itself, by Debian's packages. */
const PROGRAMS = {
  liferea: 'liferea',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  'dbus-run-session': 'dbus-daemon',
  gdbus: 'libglib2.0-bin',
}
const isHere = (program: string): boolean =>
  ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, program)))

/** The packages that are missing for it. */
export const missingForLiferea: readonly string[] = Object.entries(PROGRAMS)
  .filter(([program]) => !isHere(program))
  .map(([, name]) => name)

/** A Liferea on a screen that is in memory alone, driven by the actions that its menus have. */
export interface Liferea {
  /** Activates the action of a menu, such as `update-all`. */
  readonly act: (action: string) => Promise<void>
  readonly subscribe: (url: string) => Promise<void>
  /** How many articles it has as unread. */
  readonly unread: () => Promise<number>
  /** Presses a key in the window of a title, once it is there. */
  readonly press: (title: string, key: string) => Promise<void>
  readonly close: () => void
}

/** Starts it in a folder with one account of the kind "Google Reader API". */
export async function startLiferea(folder: string, url: string): Promise<Liferea> {
  const config = join(folder, 'config')
  mkdirSync(join(config, 'liferea'), { recursive: true })
  mkdirSync(join(config, 'glib-2.0/settings'), { recursive: true })
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  writeFileSync(join(config, 'liferea/feedlist.opml'), account(url))
  writeFileSync(join(config, 'glib-2.0/settings/keyfile'), '[org/gnome/liferea]\nconfirm-mark-all-read=false\n')
  const [screen, display] = await startScreen()
  const bus = join(folder, 'bus')
  const child = spawn(
    'dbus-run-session',
    ['--', 'sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS" > "$0"; exec liferea', bus],
    { env: { ...process.env, ...variables(folder, config, display) }, stdio: 'ignore', detached: true },
  )
  const close = () => {
    process.kill(-child.pid!, 'SIGKILL')
    screen.kill('SIGKILL')
  }
  const call = async (object: string, method: string, ...args: string[]): Promise<string> => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: readFileSync(bus, 'utf8').trim() }
    const [dest, path] = object === 'app' ? APP : READER
    const list = ['call', '--session', '--dest', dest!, '--object-path', path!, '--method', method, ...args]
    return (await run('gdbus', list, { env, timeout: 20_000 })).stdout
  }
  return {
    act: async (action) => void (await call('app', 'org.gtk.Actions.Activate', action, '[]', '{}')),
    subscribe: async (address) => void (await call('reader', 'org.gnome.feed.Reader.Subscribe', address)),
    unread: async () => {
      const said = existsSync(bus) ? await call('reader', 'org.gnome.feed.Reader.GetUnreadItems').catch(() => '') : ''
      return Number(/\d+/.exec(said)?.[0] ?? -1)
    },
    press: async (title, key) => {
      const env = { ...process.env, DISPLAY: display }
      for (let tries = 0; ; tries++) {
        // Exits with 1 as long as there is no such window.
        const found = await run('xdotool', ['search', '--name', title], { env }).catch(() => null)
        if (found !== null) break
        if (tries > 100) throw new Error(`there is no window "${title}"`)
        await setTimeout(100)
      }
      await run('xdotool', ['search', '--name', title, 'windowfocus', 'key', '--clearmodifiers', key], { env })
    },
    close,
  }
}

const APP = ['net.sourceforge.liferea', '/net/sourceforge/liferea']
const READER = ['org.gnome.feed.Reader', '/org/gnome/feed/Reader']

const account = (url: string): string => `<?xml version="1.0"?>
<opml version="1.0"><head><title>Liferea Feed List Export</title></head><body>
<outline title="Copytaster" text="Copytaster" description="Copytaster" type="source" id="account" sourceType="fl_google_reader"
 xmlUrl="${url}" username="me" password="anything" updateInterval="-1" expanded="true"/>
</body></opml>
`

/** Nothing of the machine's own settings, and no sandbox, which does not work in containers. */
const variables = (folder: string, config: string, display: string) => ({
  HOME: folder,
  XDG_CONFIG_HOME: config,
  XDG_CACHE_HOME: join(folder, 'cache'),
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_RUNTIME_DIR: join(folder, 'run'),
  DISPLAY: display,
  GSETTINGS_BACKEND: 'keyfile',
  GIO_USE_NETWORK_MONITOR: 'base',
  NO_AT_BRIDGE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  LANG: 'C.UTF-8',
})

/** Takes a number of a display that is free. */
async function startScreen(): Promise<[ChildProcess, string]> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1000x700x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const said = await new Promise<string>((resolve, reject) => {
    child.stdio[3]!.once('data', (data) => resolve(String(data).trim()))
    child.once('exit', () => reject(new Error('Xvfb ended')))
  })
  return [child, `:${said}`]
}
