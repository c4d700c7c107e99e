import { fileURLToPath } from 'node:url'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { CallEngine, EngineCall } from '../../src/app/engine-calls.ts'
import { createEngineHandlers } from '../../src/app/engine-handlers.ts'
import { createImages, type ImagesDeps } from '../../src/app/images.ts'
import { createWebApp, type WebApp } from '../../src/app/web-app.ts'
import { defaultPollPolicy } from '../../src/core/poll/poll-policy.ts'
import { createAppServer, type ServerSettings } from '../../src/http/serve-app.ts'
import { readPacks } from '../../src/io/config/read-packs.ts'
import { newSecret, secretHash } from '../../src/io/system/secret.ts'
import { cheapHash, type Desk, isCheapPassword } from './an-app.ts'

const PACKS = fileURLToPath(new URL('../../packs', import.meta.url))

/** What a server is made over. */
export type ServedDesk = Pick<Desk, 'app' | 'store' | 'loaded' | 'now'>

/** The server's app over a desk, whose app is the engine. */
export function aWebApp({ app, store, loaded, now }: ServedDesk, images: Partial<ImagesDeps> = {}): WebApp {
  const handlers = createEngineHandlers(app)
  const callEngine = ((call: EngineCall) =>
    (handlers[call.name] as (of: EngineCall) => Promise<unknown>)(call)) as CallEngine
  return createWebApp({
    store,
    loaded,
    policy: defaultPollPolicy,
    callEngine,
    fetchPage: async () => Promise.reject(new Error('there is no network here')),
    hashPassword: cheapHash,
    isPassword: isCheapPassword,
    newSecret,
    secretHash,
    packs: () => readPacks(PACKS),
    program: { version: '0.0.0', startedAt: now(), engine: () => null },
    machine: { nodeVersion: process.version, freeBytes: async () => null, unreadableSecrets: async () => [] },
    composeMail: async ({ subject }) => subject,
    images: createImages({
      mode: loaded.settings.server.images,
      key: 'the key of the tests',
      fetchPicture: async () => Promise.reject(new Error('there is no network here')),
      cache: { get: async () => null, put: async () => {} },
      now,
      ...images,
    }),
    now,
  })
}

/** A server on this machine that compares every answer with the contract. */
export const aServer = (app: WebApp, settings: Partial<ServerSettings> = {}): Promise<FastifyInstance> =>
  createAppServer(app, {
    listenAt: '127.0.0.1:0',
    baseUrl: null,
    trustedProxies: [],
    checksAnswers: true,
    mcp: async () => (await import('../../src/mcp/answer-http.ts')).createMcpHttp('0.0.0'),
    ...settings,
  })

/** Sends requests as one visitor. */
export interface Client {
  readonly send: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<LightMyRequestResponse>
  /** The JSON of a GET that must succeed. */
  readonly get: <T>(path: string) => Promise<T>
}

/** A client with a token, or without. */
export function aClient(server: FastifyInstance, token: string | null = null): Client {
  const send: Client['send'] = (method, path, body) =>
    server.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        host: 'localhost',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  return {
    send,
    get: async (path) => {
      const answer = await send('GET', path)
      if (answer.statusCode !== 200) throw new Error(`GET ${path}: ${answer.statusCode} ${answer.body}`)
      return answer.json()
    },
  }
}
