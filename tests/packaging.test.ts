import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createEngineMeter } from '../src/app/engine-meter.ts'
import { createMetrics } from '../src/http/metrics.ts'
import { settingNames, settingsJsonSchema } from '../src/io/config/json-schema.ts'

/* The files by which the program is installed. Nothing here can build a container, so they are read: every path exists, nothing runs as
   root, every key and variable is one that is known. */

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const VARIABLES = new Set([
  'COPYTASTER_PASSWORD_FILE',
  ...settingNames(settingsJsonSchema()).map((name) => `COPYTASTER_${name.replaceAll('.', '_').toUpperCase()}`),
])
const unknownVariables = (text: string) =>
  [...text.matchAll(/\bCOPYTASTER_[A-Z_]+/g)].map(([name]) => name).filter((name) => !VARIABLES.has(name))

describe('the Dockerfile', () => {
  /** Instructions with their arguments; continued lines are one. */
  const lines = read('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const all = lines.map((line) => {
    const [, name, rest] = /^([A-Z]+) +(.*)$/.exec(line)!
    return { name: name!, rest: rest! }
  })
  const stages = all.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []))
  const last = all.slice(stages.at(-1))
  const KNOWN = 'FROM WORKDIR COPY RUN ENV VOLUME USER EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' ')

  test('has instructions that are known, in stages of fixed versions', () => {
    expect(all.map(({ name }) => name).filter((name) => !KNOWN.includes(name))).toEqual([])
    expect(stages).toHaveLength(2)
    for (const at of stages) expect(all[at]!.rest).toMatch(/^node:(20|22)-slim( AS \w+)?$/)
  })

  test('copies only what is there, and what is let into the build', () => {
    const copied = all.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
    const sources = copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    expect(sources.length).toBeGreaterThan(5)
    const allowed = read('.dockerignore').split('\n')
    expect(allowed[0]).toBe('*')
    for (const source of sources) {
      expect([source, existsSync(join(root, source))]).toEqual([source, true])
      expect(allowed).toContain(`!${source}`)
    }
    // The lock decides what is installed; what the program reads at run time comes along.
    expect(sources).toEqual(expect.arrayContaining(['package-lock.json', 'schemas', 'demo', 'packs', 'src', 'scripts']))
  })

  test('runs as somebody who is not root, with a check of its health and no secret', () => {
    const user = last.findLast(({ name }) => name === 'USER')!.rest
    expect(user).not.toMatch(/^(root|0)\b/)
    expect(last.findIndex(({ name }) => name === 'USER')).toBeLessThan(
      last.findIndex(({ name }) => name === 'ENTRYPOINT'),
    )
    const check = last.find(({ name }) => name === 'HEALTHCHECK')!.rest
    expect(JSON.parse(/CMD (\[.*\])$/.exec(check)![1]!)).toEqual(['node', '-e', expect.stringContaining('/readyz')])
    expect(read('Dockerfile')).not.toMatch(/password|secret|token/i)
    expect(unknownVariables(read('Dockerfile'))).toEqual([])
  })

  test('starts the program that package.json names', () => {
    const { bin } = JSON.parse(read('package.json')) as { bin: Record<string, string> }
    expect(JSON.parse(last.find(({ name }) => name === 'ENTRYPOINT')!.rest)).toEqual(['node', `/app/${bin.copytaster}`])
    expect(last.find(({ name }) => name === 'CMD')!.rest).toBe('["serve"]')
  })
})

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { strict: true, uniqueKeys: true }) as {
    services: Record<string, Record<string, unknown>>
    volumes: Record<string, unknown>
    secrets: Record<string, unknown>
  }
  const service = compose.services.copytaster!

  test('is one container that keeps its data in a volume', () => {
    expect(Object.keys(compose.services)).toEqual(['copytaster'])
    expect(service.build).toBe('.')
    expect(service.volumes).toEqual(['data:/data'])
    expect(Object.keys(compose.volumes)).toEqual(['data'])
    expect(read('Dockerfile')).toContain('VOLUME /data')
  })

  test('is reached from this machine only, by the port the container opens, and may do little', () => {
    expect(service.ports).toEqual(['127.0.0.1:8787:8787'])
    expect(read('Dockerfile')).toMatch(/EXPOSE 8787/)
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.privileged).toBeUndefined()
  })

  test('takes its password from a secret, and knows every variable', () => {
    expect(service.secrets).toEqual(Object.keys(compose.secrets))
    expect(unknownVariables(read('compose.yaml'))).toEqual([])
  })
})

describe('compose.workers.yaml', () => {
  const text = read('compose.workers.yaml')
  const { services, volumes, secrets } = parse(text, { strict: true, uniqueKeys: true, merge: true }) as {
    services: Record<string, Record<string, unknown>>
    volumes: Record<string, unknown>
    secrets: Record<string, unknown>
  }

  test('is a PostgreSQL, a server and two workers on its database, in containers that may do little', () => {
    expect(Object.keys(services)).toEqual(['database', 'web', 'worker'])
    expect(services.web).toMatchObject({ command: ['serve'], ports: ['127.0.0.1:8787:8787'] })
    expect(services.worker).toMatchObject({ command: ['worker'], deploy: { replicas: 2 } })
    for (const name of ['web', 'worker']) {
      expect(services[name]).toMatchObject({ build: '.', read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'] })
      expect(services[name]!.environment).toMatchObject({ COPYTASTER_DATABASE_FILE: '/run/secrets/database_address' })
    }
    expect(services.worker!.ports).toBeUndefined()
  })

  test('has every volume and secret that is used, and knows every variable', () => {
    expect(Object.keys(volumes)).toEqual(['data', 'database'])
    const used = new Set(Object.values(services).flatMap(({ secrets }) => secrets as string[]))
    expect([...used].sort()).toEqual(Object.keys(secrets).sort())
    // Every variable may have its value in a file.
    expect(unknownVariables(text.replaceAll('COPYTASTER_DATABASE_FILE', 'COPYTASTER_DATABASE'))).toEqual([])
  })
})

describe('the systemd unit', () => {
  const KEYS: Readonly<Record<string, readonly string[]>> = {
    Unit: ['Description', 'Documentation', 'Wants', 'After'],
    Service: [
      ...'Type ExecStart WorkingDirectory Environment LoadCredential DynamicUser StateDirectory StateDirectoryMode'.split(
        ' ',
      ),
      ...'RuntimeDirectory UMask Restart RestartSec TimeoutStopSec KillSignal CapabilityBoundingSet LockPersonality'.split(
        ' ',
      ),
      ...'NoNewPrivileges PrivateDevices PrivateTmp ProcSubset ProtectClock ProtectControlGroups ProtectHome'.split(
        ' ',
      ),
      ...'ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem'.split(
        ' ',
      ),
      ...'RemoveIPC RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID'.split(' '),
      ...'SystemCallArchitectures SystemCallFilter SystemCallErrorNumber LimitNICE'.split(' '),
    ],
    Install: ['WantedBy'],
  }
  const text = read('packaging/copytaster.service')

  test('has sections and keys that systemd knows', () => {
    let section = ''
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
      const head = /^\[(\w+)\]$/.exec(line)
      if (head !== null) section = head[1]!
      else expect(KEYS[section], line).toContain(/^(\w+)=/.exec(line)?.[1])
    }
    expect(section).toBe('Install')
  })

  test('does not run as root, writes only its own folder, and leaves the compiler of Node alone', () => {
    expect(text).toMatch(/^DynamicUser=yes$/m)
    expect(text).not.toMatch(/^User=(root|0)/m)
    expect(text).toMatch(/^ProtectSystem=strict$/m)
    expect(text).not.toContain('MemoryDenyWriteExecute=yes')
    expect(unknownVariables(text)).toEqual([])
  })
})

describe('the examples for proxies in the guide', () => {
  const guide = read('docs/guide/operating.md')
  test.each([
    ['nginx', /```nginx\n([\s\S]*?)```/],
    ['Caddy', /Caddy:\n\n```\n([\s\S]*?)```/],
  ])('%s: braces and ends of lines are whole, and the address is the default one', (_, pattern) => {
    const example = pattern.exec(guide)![1]!
    let depth = 0
    for (const brace of example.match(/[{}]/g)!) {
      depth += brace === '{' ? 1 : -1
      expect(depth).toBeGreaterThanOrEqual(0)
    }
    expect(depth).toBe(0)
    expect(example).toContain('127.0.0.1:8787')
    if (_ === 'nginx')
      for (const line of example.split('\n').map((one) => one.replace(/#.*/, '').trim()))
        expect(line).toMatch(/^$|[;{}]$/)
  })
})

describe('the alerts', () => {
  const { groups } = parse(read('packaging/alerts.yaml'))
  const rules: readonly Readonly<Record<string, unknown>>[] = groups.flatMap(
    ({ rules }: { readonly rules: readonly object[] }) => rules,
  )
  const none = { loopP99Ms: 0, loopLongestMs: 0, heapBytes: 0 }
  const metrics = createMetrics({
    engine: () => ({ ...createEngineMeter(() => 0).numbers(), thread: none, holds: [] }),
    webThread: () => none,
    memoryBytes: () => 0,
    databaseBytes: async () => 0,
    workers: async () => 0,
    deadJobs: async () => 0,
    backlog: async () => ({ overdueMs: 0, preparedPolls: 0, admitting: 0, feeds: {}, doubtfulDeliveries: 0 }),
    now: () => 0,
  })

  test('are made of numbers that /metrics has', async () => {
    const known = [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name!],
    )
    expect(known.length).toBeGreaterThan(15)
    const used = rules.flatMap(({ expr }) => String(expr).match(/\bcopytaster_[a-z0-9_]+/g) ?? [])
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })

  test('say each what is wrong and what to do', () => {
    expect(rules.length).toBeGreaterThan(8)
    for (const rule of rules)
      expect(rule).toEqual({
        alert: expect.stringMatching(/^Copytaster[A-Z]\w+$/),
        expr: expect.stringMatching(/./),
        for: expect.stringMatching(/^\d+[mh]$/),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.stringMatching(/\.$/), action: expect.stringMatching(/\.$/) },
      })
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})
