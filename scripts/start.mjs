import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureReady, root } from './ensure.mjs'

/* `npm start`: ready the clone, then run the program. Arguments behind `--` are the program's own. */

ensureReady()
const given = process.argv.slice(2)
const child = spawn(process.execPath, [join(root, 'dist', 'main.js'), ...(given.length > 0 ? given : ['doctor'])], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
