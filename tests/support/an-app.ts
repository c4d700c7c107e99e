import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../src/app/app.ts'
import { fileSources } from '../../src/app/file-sources.ts'
import type { Reply } from '../../src/core/domain/reply.ts'
import { defaultPollPolicy } from '../../src/core/poll/poll-policy.ts'
import { type PrepareRequest, prepareInFull } from '../../src/core/prepare.ts'
import { type LoadedSettings, readSettings } from '../../src/io/config/read-settings.ts'
import type { DeliveryEffects } from '../../src/io/deliver/channel.ts'
import { mailTo, openChannels } from '../../src/io/deliver/channels.ts'
import type { Fetcher } from '../../src/io/fetch/create-fetcher.ts'
import { runInMemory } from '../../src/io/jobs/run-in-memory.ts'
import type { OnStatement } from '../../src/io/store/dialect.ts'
import { openStore, type Store } from '../../src/io/store/open-store.ts'
import { createPasswords, derive, hashPassword } from '../../src/io/system/password.ts'

/** One item of a made-up feed, with words of its own. */
export interface Item {
  readonly title: string
  /** Null for a page that is known by its guid alone. */
  readonly url?: string | null
  readonly guid?: string
  readonly at: number
  readonly text?: string
  /** More elements, as they stand in the document. */
  readonly more?: string
}

/** The whole product over a clock the test moves and publishers it writes. */
export interface Desk {
  readonly app: App
  readonly store: Store
  readonly loaded: LoadedSettings
  readonly now: () => number
  readonly setClock: (at: number) => void
  /** What a feed gives from now on. */
  readonly publish: (url: string, items: readonly Item[]) => void
  /** Asks every feed; gives how many articles are new. */
  readonly poll: () => Promise<number>
  /** Takes over the sources of the settings. */
  readonly syncSources: () => Promise<unknown>
  readonly close: () => Promise<void>
}

export interface DeskOptions {
  readonly now: number
  readonly address?: string
  /** The text of feeds.yaml. */
  readonly settings?: string
  /** The past moment to look at. */
  readonly at?: number
  /** How pages are fetched when feeds are looked for; nothing leaves a test unless given. */
  readonly fetcher?: Fetcher
  /** Is told of every statement, and of how many rows it gave. */
  readonly onStatement?: OnStatement
  /** How deliveries leave; what is not given here fails the test that uses it. */
  readonly effects?: Partial<DeliveryEffects>
}

/** Settings of a reader who gets every digest by mail. */
export const MAIL_SETTINGS =
  'digest: {timezone: UTC}\ndelivery: {email: {host: 127.0.0.1, from: desk@a.example, to: [me@a.example]}}\n'

/** The real one takes a third of a second. */
const CHEAP = { N: 1024, r: 8, p: 1 }
export const cheapHash = (password: string) => hashPassword(password, CHEAP)
/** Whoever has no password costs as much as whoever has one: here that is little. */
export const isCheapPassword = createPasswords((password, salt, bytes) =>
  derive(password, salt, bytes, CHEAP),
).isPassword

const nobody = { fetch: () => Promise.reject(new Error('nothing leaves a test')), close: async () => {} }
const unasked = () => Promise.reject(new Error('no effect that this test gave'))
const noEffects = {
  writeFile: unasked,
  sendMail: unasked,
  fetcher: nobody as unknown as Fetcher,
  secret: async () => null,
  retries: { pausesMs: [], sleep: unasked },
}

/** A desk of its own; several may share one database. */
export async function anApp(options: DeskOptions): Promise<Desk> {
  let now = options.now
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-app-'))
  const configPath = join(folder, 'feeds.yaml')
  writeFileSync(configPath, options.settings ?? 'digest: {timezone: UTC}\n')
  const database = options.address ?? 'sqlite::memory:'
  const loaded = readSettings({ configPath, required: true, env: {}, set: [], database })
  const store = await openStore(database, options.onStatement === undefined ? {} : { onStatement: options.onStatement })
  const effects = { ...noEffects, now: () => now, ...options.effects }
  const documents = new Map<string, readonly Item[]>()
  /** Takes time: what is asked after a poll is asked later than its articles were seen. */
  const read = async (request: PrepareRequest) => {
    const prepared = await prepareInFull(request)
    now += 1
    return prepared
  }
  const app = createApp({
    loaded,
    store,
    fetcher: options.fetcher ?? (nobody as unknown as Fetcher),
    fetchFeed: async (_, { url }) => replyOf(url, documents.get(url) ?? []),
    hashPassword: cheapHash,
    prepare: read,
    prepareInThreads: read,
    pages: {
      fetch: (url, request) => (options.fetcher ?? (nobody as unknown as Fetcher)).fetch(url, request),
      read: async (request) => (await import('../../src/core/prepare-page.ts')).preparePage(request),
      userAgent: 'Copytaster/0 (test)',
    },
    runJobs: runInMemory,
    clock: {
      now: () => now,
      sleep: async (ms) => {
        now += ms
      },
      elapsed: () => 0,
      every: () => () => {},
    },
    owner: `test ${Math.random()}`,
    policy: defaultPollPolicy,
    channels: openChannels(loaded.settings.delivery, effects),
    channelsTo: (email) => mailTo(email, loaded.settings.delivery, effects),
    composeMail: unasked,
    stop: new AbortController().signal,
    at: options.at ?? null,
  })
  const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const
  return {
    app,
    store,
    loaded,
    now: () => now,
    setClock: (at) => {
      now = at
    },
    publish: (url, items) => {
      documents.set(url, items)
    },
    poll: async () => {
      const known = new Set((await store.sources()).map((source) => source.url))
      for (const url of documents.keys()) if (!known.has(url)) await app.feeds.add(url, plain)
      let added = 0
      const mine = (await app.polls.plan([], true)).filter(({ url }) => documents.has(url))
      await app.polls.run(mine, true, (report) => {
        added += report.count.added
      })
      return added
    },
    syncSources: () => store.syncSources(fileSources(loaded.settings), now),
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function replyOf(url: string, items: readonly Item[]): Reply {
  return {
    kind: 'answer',
    asked: url,
    url,
    hops: [],
    wireBytes: 100,
    tookMs: 1,
    status: 200,
    headers: {},
    body: Buffer.from(documentOf(url, items)),
    complete: true,
    conditional: false,
  }
}

function documentOf(url: string, items: readonly Item[]): string {
  const { host } = new URL(url)
  const item = ({ title, url: link, guid = title, at, text = '', more = '' }: Item) =>
    `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title>${link ? `<link>${link}</link>` : ''}<pubDate>${new Date(at).toUTCString()}</pubDate><description>${text}</description>${more}</item>`
  return `<rss version="2.0"><channel><title>${host}</title><link>https://${host}/</link>${items.map(item).join('')}</channel></rss>`
}
