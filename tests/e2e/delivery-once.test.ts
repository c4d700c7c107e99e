import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anApp, MAIL_SETTINGS } from '../support/an-app.ts'
import { copytaster, testProgram } from '../support/built-program.ts'
import { type DatabaseKind, databaseKinds, migratedDatabase } from '../support/databases.ts'

/* Schedulers in processes of their own, on one database: what two of them do at once, and what is left of one that was
   killed in the middle of a delivery. */

const HOUR = 3_600_000
const MINUTE = 60_000

interface Scheduler {
  /** Lets it make what is due; gives what it said, or nothing when it was killed. */
  readonly go: () => Promise<{ fresh: boolean[]; outcomes: { outcome: string }[] } | null>
}

describe.each(databaseKinds)('on %s', (kind: DatabaseKind) => {
  let folder: string
  let database: { address: string; drop: () => Promise<void> }
  /** Seven in the morning of yesterday: `doctor`, who asks the real clock, looks a week back. */
  const morning = Math.floor(Date.now() / (24 * HOUR) - 1) * 24 * HOUR + 7 * HOUR

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'copytaster-once-'))
    database = await migratedDatabase(kind)
    const desk = await anApp({ now: morning - 2 * HOUR, address: database.address })
    desk.publish('https://a.example/rss', [
      { title: 'Harbour bridge closed', url: 'https://a.example/1', at: morning - 3 * HOUR },
    ])
    await desk.poll()
    await desk.close()
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await database.drop()
  })

  const mails = () => readFileSync(join(folder, 'mails'), { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1)

  async function scheduler(at: number, dies = 'never'): Promise<Scheduler> {
    const args = [testProgram('digest-process'), database.address, String(at), join(folder, 'mails'), dies]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (data) => {
        said += data
        if (said.startsWith('ready\n')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
    })
    await ready
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    return {
      go: async () => {
        child.stdin.write('go\n')
        await ended
        const [, line] = said.split('\n')
        return line ? JSON.parse(line) : null
      },
    }
  }

  /** The same in this process. */
  const ours = (at: number) =>
    anApp({
      now: at,
      address: database.address,
      settings: MAIL_SETTINGS,
      effects: {
        sendMail: async (_, __, { to }) => {
          appendFileSync(join(folder, 'mails'), `${to}\n`)
          return { kind: 'sent', note: '' }
        },
      },
    })

  test('two at once make one digest and one delivery', async () => {
    const [other, desk] = [await scheduler(morning + MINUTE), await ours(morning + MINUTE)]
    const [theirs, own] = await Promise.all([other.go(), desk.app.digests.publishDue(morning - 24 * HOUR)])
    expect(mails()).toEqual(['me@a.example'])
    expect([...theirs!.fresh, ...own.map((one) => one.fresh)].filter(Boolean)).toHaveLength(1)
    expect([...theirs!.outcomes, ...own.flatMap((one) => one.deliveries)]).toMatchObject([{ outcome: 'sent' }])
    await desk.close()
  })

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('one killed %s its mail has left is not made good by the next; the doubt is told', async (dies, sent) => {
    expect(await (await scheduler(morning + MINUTE, dies)).go()).toBeNull()
    expect(mails()).toHaveLength(sent)
    const desk = await ours(morning + 2 * MINUTE)
    expect(await desk.app.digests.inDoubt(), 'it may still be under way').toEqual([])
    desk.setClock(morning + 20 * MINUTE)
    expect(await desk.app.digests.publishDue(morning - 24 * HOUR)).toEqual([])
    expect(mails()).toHaveLength(sent)
    const doubt = { subject: expect.stringMatching(/^digest:.*:morning$/), channel: 'email', outcome: null }
    expect(await desk.app.digests.inDoubt()).toMatchObject([doubt])
    await desk.close()

    const { code, stdout } = await copytaster(['doctor', '--database', database.address], { cwd: folder })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /! Delivery {2}digest:.*:morning by email to me@a\.example, begun .*: may have arrived or not/,
    )
  })
})
