import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../ensure.mjs'

/** Checks a commit out into a temporary worktree, builds it, hands the path of its program to `work`, and cleans up. */
export async function withCheckout(commit, say, work) {
  const folder = join(mkdtempSync(join(tmpdir(), 'copytaster-checkout-')), 'tree')
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  git('worktree', 'add', '--detach', folder, commit)
  try {
    // Installed packages are shared only when the locks agree: the build installs what its own lock names.
    if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
    say(`${commit}: building`)
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    return await work(join(folder, 'dist', 'main.js'))
  } finally {
    git('worktree', 'remove', '--force', folder)
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
}

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
