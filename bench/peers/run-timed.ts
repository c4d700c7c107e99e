import { spawn } from 'node:child_process'

/** What a command cost: by the wall, in its own and its children's processors, at its largest. */
export interface Cost {
  readonly wallSeconds: number
  readonly cpuSeconds: number
  /** Of the largest of its processes. */
  readonly peakMb: number
}

/** Runs a command to its end under GNU time. */
export async function runTimed(
  command: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Cost> {
  const format = 'cost %e %U %S %M'
  const child = spawn('/usr/bin/time', ['-f', format, ...command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data) => (said += data))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const found = /cost ([\d.]+) ([\d.]+) ([\d.]+) (\d+)/.exec(said)
  if (!found || code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${said.slice(-2_000)}`)
  const [wall, user, system, kilobytes] = found.slice(1).map(Number) as [number, number, number, number]
  return { wallSeconds: wall, cpuSeconds: user + system, peakMb: kilobytes / 1024 }
}
