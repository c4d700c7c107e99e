import { fileURLToPath } from 'node:url'
import { type App, type AppDeps, createApp } from './app/app.ts'
import { fileSources } from './app/file-sources.ts'
import type { PageRequest } from './core/domain/full-text.ts'
import type { Mail } from './core/domain/mail.ts'
import { defaultPollPolicy, type PollPolicy } from './core/poll/poll-policy.ts'
import type { PrepareRequest } from './core/prepare.ts'
import type { LoadedSettings } from './io/config/read-settings.ts'
import type { Settings } from './io/config/settings-schema.ts'
import type { DeliveryEffects } from './io/deliver/channel.ts'
import { mailTo, openChannels } from './io/deliver/channels.ts'
import { composeMail } from './io/deliver/compose-mail.ts'
import { deliverFile } from './io/deliver/deliver-file.ts'
import { deliverMail } from './io/deliver/deliver-mail.ts'
import { readSecret, type SecretSource } from './io/deliver/read-secret.ts'
import { unreadableSecrets as channelsWithoutSecret, type UnreadableSecret } from './io/deliver/unreadable-secrets.ts'
import { createFetcher, type Fetcher } from './io/fetch/create-fetcher.ts'
import { fetchFeed } from './io/fetch/fetch-feed.ts'
import { defaultLimits, type Limits } from './io/fetch/limits.ts'
import { userAgent } from './io/fetch/user-agent.ts'
import type { Cluster } from './io/jobs/cluster.ts'
import type { RunJobs } from './io/jobs/jobs.ts'
import { runInMemory } from './io/jobs/run-in-memory.ts'
import type { Store } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { collectNow } from './io/system/idle-collection.ts'
import { hashPassword } from './io/system/password.ts'
import { pageThreads, prepareThreads } from './io/system/prepare-threads.ts'
import { version } from './version.ts'

/* Part of the composition roots: opens everything outside the program that the app needs besides the store. */

/** Folders that come with the program: starter packs, and what a browser loads for the page. */
export const PACKS = fileURLToPath(new URL('../packs', import.meta.url))
export const PAGE = fileURLToPath(new URL('./page', import.meta.url))

/** What an app is opened with. */
export interface OpenRequest extends Pick<AppDeps, 'owner' | 'stop' | 'at' | 'reader' | 'measure'> {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly runJobs?: RunJobs
  /** The other processes that share the store. */
  readonly cluster?: Cluster | undefined
  /** Whether the app serves until it is stopped; unless given it runs one command. */
  readonly isDaemon?: boolean
}

/** Opens the network and the channels over a store, runs `work` with the app, and closes them. */
export async function withOpenApp<T>(request: OpenRequest, work: (app: App) => Promise<T>): Promise<T> {
  const { loaded, store } = request
  const { settings } = loaded
  const fetcher = newFetcher(settings)
  const clock = request.cluster?.clock ?? systemClock
  const preparing = { runsLast: request.isDaemon ?? false }
  const threads = prepareThreads<PrepareRequest>(new URL('./prepare-worker.js', import.meta.url), preparing)
  const pages = openPages(settings, request.stop)
  try {
    if (loaded.file !== null) await store.syncSources(fileSources(settings), clock.now())
    return await work(
      createApp({
        ...request,
        fetcher,
        fetchFeed,
        hashPassword,
        // Most commands parse nothing, or only in the thread.
        prepare: async (request) => (await import('./core/prepare.ts')).prepareInFull(request),
        prepareInThreads: threads.prepare,
        freeAfterPolls: async () => {
          await threads.endIdle()
          collectNow()
        },
        pages,
        clock,
        runJobs: request.runJobs ?? request.cluster?.runJobs ?? runInMemory,
        policy: pollPolicyOf(settings),
        channels: openChannels(settings.delivery, deliveryEffects(fetcher)),
        channelsTo: (email) => mailTo(email, settings.delivery, deliveryEffects(fetcher)),
        composeMail: (mail) => composedText(mail, settings.delivery.email ?? null),
      }),
    )
  } finally {
    await Promise.all([fetcher.close(), threads.close(), pages.close()])
  }
}

/** A page that is larger is hardly an article. */
const PAGE_BYTES = 4_000_000
const PAGE_ACCEPT = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1'

/** How the pages of articles are fetched and read. */
function openPages(settings: Settings, stop: AbortSignal) {
  const fetcher = newFetcher(settings, { maxBytes: PAGE_BYTES, maxWireBytes: PAGE_BYTES })
  const threads = pageThreads<PageRequest>(new URL('./page-worker.js', import.meta.url))
  const request = { accept: PAGE_ACCEPT, timeoutMs: settings.fetch.once.timeout, signal: stop }
  return {
    fetch: (url: string, options: { readonly followsRedirects: boolean }) =>
      fetcher.fetch(url, { ...request, ...options }),
    read: threads.read,
    userAgent: agentOf(settings),
    close: async () => {
      await Promise.all([fetcher.close(), threads.close()])
    },
  }
}

const agentOf = ({ fetch, server }: Settings): string => fetch.userAgent ?? userAgent(version, server.baseUrl ?? null)

export const pollPolicyOf = ({ fetch }: Settings): PollPolicy => ({
  ...defaultPollPolicy,
  articlesPerDay: fetch.maxArticlesPerFeedPerDay,
  storedBytesPerDay: fetch.maxStoredPerFeedPerDay,
})

export function newFetcher(settings: Settings, limits: Partial<Limits> = {}): Fetcher {
  const { allowPrivateNetworks, maxBytes } = settings.fetch
  return createFetcher({
    allow: allowPrivateNetworks,
    userAgent: agentOf(settings),
    limits: { maxBytes, maxWireBytes: Math.min(maxBytes, defaultLimits.maxWireBytes), ...limits },
  })
}

/** For pictures: what is larger or takes longer than this is not shown. */
export const PICTURE_MS = 15_000
const PICTURE_BYTES = 10_000_000

export const newPictureFetcher = (settings: Settings): Fetcher =>
  newFetcher(settings, { maxBytes: PICTURE_BYTES, maxWireBytes: PICTURE_BYTES, maxRedirects: 5 })

/** Opens the channels only to learn which secrets they name; nothing is sent. */
export async function unreadableSecrets(settings: Settings): Promise<readonly UnreadableSecret[]> {
  const fetcher = newFetcher(settings)
  const channels = openChannels(settings.delivery, deliveryEffects(fetcher))
  return channelsWithoutSecret(channels, process.env).finally(fetcher.close)
}

const RETRIES_MS = [2_000, 10_000]

function deliveryEffects(fetcher: Fetcher): DeliveryEffects {
  return {
    writeFile: deliverFile,
    sendMail: deliverMail,
    fetcher,
    secret: (source: SecretSource) =>
      // Nothing was sent yet, so an unreadable secret is a certain failure and may be tried again.
      readSecret(source, process.env).catch(
        ({ message }: Error) => ({ kind: 'failed', reason: message, retry: false }) as const,
      ),
    retries: { pausesMs: RETRIES_MS, sleep: systemClock.sleep },
    now: systemClock.now,
  }
}

/** A mail that is only shown has no sender or reader, so it gets placeholders. */
export async function composedText(mail: Mail, email: { from: string; to: readonly string[] } | null): Promise<string> {
  const placeholder = 'reader@localhost'
  const { raw } = await composeMail(mail, { from: email?.from ?? placeholder, to: email?.to[0] ?? placeholder })
  return raw.toString()
}
