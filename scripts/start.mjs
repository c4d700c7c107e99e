import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureReady, root } from './ensure.mjs'

/* `npm start`: readies the clone, then reads the feeds of feeds.yaml, or plays the demonstration when there is none.
   Arguments behind `--` are the program's own: `npm start -- feeds list`. */

ensureReady()
const given = process.argv.slice(2)
const hasCommand = given.some((word) => !word.startsWith('-'))
const hasFeeds = existsSync(process.env.COPYTASTER_CONFIG ?? 'feeds.yaml')
const args = hasCommand ? given : [hasFeeds ? 'serve' : 'demo', ...given]

// Looking up host names uses these threads, and waits for slow name servers in them.
const env = { UV_THREADPOOL_SIZE: '16', ...process.env }
const child = spawn(process.execPath, [join(root, 'dist', 'main.js'), ...args], { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
