import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the program is in a folder into which the package was installed. */
export const installedMain = (folder: string): string => join(folder, 'node_modules', 'copytaster', 'dist', 'main.js')

/**
 * What `npm install` of the packed package does in a folder, without the network: its dependencies, and no others, are
 * linked. Gives the size of the package in bytes.
 */
export function installPackage(folder: string): number {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
  )
  const target = join(folder, 'node_modules', 'copytaster')
  mkdirSync(target, { recursive: true })
  const tarball = join(folder, packed.filename)
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const isOwn = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)
    if (!isOwn || dev || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  return statSync(tarball).size
}
