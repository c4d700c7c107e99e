import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Cost, runTimed } from './run-timed.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** A program that reads feeds, in a folder of its own. */
export interface Reader {
  readonly name: string
  readonly folder: string
  /** One pass over all its feeds. */
  readonly pass: () => Promise<Cost>
  readonly remove: () => void
}

function inFolder(name: string, command: readonly string[], files: Readonly<Record<string, string>>): Reader {
  const folder = mkdtempSync(join(tmpdir(), `copytaster-bench-`))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return {
    name,
    folder,
    pass: () => runTimed(command, { cwd: folder, env: { HOME: folder } }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** The feeds are imported before anything is measured: a house of this size does not live in a settings file. */
export function copytaster(urls: readonly string[]): Reader {
  const outlines = urls.map((url) => `<outline type="rss" text="${url}" xmlUrl="${url}"/>`).join('\n')
  const opml = `<opml version="2.0"><head/><body>\n${outlines}\n</body></opml>\n`
  const settings = 'database: sqlite:bench.db\nfetch:\n  allow_private_networks: [127.0.0.0/8]\n'
  const run = [process.execPath, MAIN]
  const reader = inFolder('copytaster', [...run, 'poll', '--all'], { 'feeds.yaml': settings, 'feeds.opml': opml })
  execFileSync(run[0]!, [MAIN, 'feeds', 'import', 'feeds.opml'], { cwd: reader.folder, stdio: 'ignore' })
  return reader
}

export function newsboat(urls: readonly string[], threads: number): Reader {
  const command = ['newsboat', '-u', 'urls', '-C', 'config', '-c', 'cache.db', '-x', 'reload']
  const config = `reload-threads ${threads}\nmax-items 0\nsuppress-first-reload yes\n`
  return inFolder(`newsboat, ${threads} threads`, command, { urls: `${urls.join('\n')}\n`, config })
}

/** The shell of sfeed_update, with curl and sfeed for each feed. */
export function sfeed(urls: readonly string[], jobs: number): Reader {
  const feeds = urls.map((url, n) => `\tfeed 'feed ${n}' '${url}'\n`).join('')
  const rc = `sfeedpath="$HOME/feeds"\nmaxjobs=${jobs}\nfeeds() {\n${feeds}}\n`
  return inFolder(`sfeed, ${jobs} jobs`, ['sfeed_update', './sfeedrc'], { sfeedrc: rc })
}

/** Requests alone, by Node: what no program that runs on Node can go below. */
export function bareNode(urls: readonly string[]): Reader {
  const script = fileURLToPath(new URL('./bare-requests.mjs', import.meta.url))
  return inFolder('Node, requests alone', [process.execPath, script], { urls: `${urls.join('\n')}\n` })
}

/** The bare requests of an unchanged pass: every answer is a 304. */
export function curl(urls: readonly string[], parallel: number): Reader {
  const config = urls.map((url) => {
    const etag = `"${new URL(url).host}-1"`.replaceAll('"', '\\"')
    return `next\nurl = "${url}"\noutput = "/dev/null"\nheader = "If-None-Match: ${etag}"\n`
  })
  const options = ['--silent', '--fail', '--parallel', '--parallel-max', String(parallel), '--config', 'requests']
  return inFolder(`curl --parallel, ${parallel} at once`, ['curl', ...options], { requests: config.join('') })
}

/** Whether a command is there to be measured. */
export function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
