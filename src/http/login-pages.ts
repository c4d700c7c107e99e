import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebApp } from '../app/web-app.ts'
import { pagePolicy } from '../core/digest/render/page-policy.ts'
import { renderLogin, renderRefused, renderSetup } from '../core/digest/render/render-login.ts'
import { UserError } from '../core/domain/user-error.ts'
import { localPath } from './local-path.ts'
import type { Logins } from './logins.ts'
import { networkOf } from './network-of.ts'
import { loginTexts, refusedLogin, refusedSetUp } from './pages/login-texts.ts'
import { loginLimit, type RateLimits } from './rate-limits.ts'
import { Refusal } from './refusal.ts'
import { browserOf, type IdentifyRequest } from './request-visitor.ts'

/** What the pages for logging in need. */
export interface LoginPagesDeps {
  readonly app: WebApp
  readonly logins: Logins
  readonly identify: IdentifyRequest
  readonly limits: RateLimits
  /** The secret of the set-up link; null where no login is needed. */
  readonly setupKey: string | null
}

const FORM_BYTES = 8 * 1024

/** Pages to log in, to log out and to set a first password: plain forms, so the only place where a body may be no JSON. */
export function registerLoginPages(server: FastifyInstance, deps: LoginPagesDeps): void {
  void server.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    const asForm = { parseAs: 'string', bodyLimit: FORM_BYTES } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', asForm, async (_: FastifyRequest, text: string) =>
      Object.fromEntries(new URLSearchParams(text)),
    )
    // Identified before the body is read, which also checks where the form comes from.
    pages.addHook('preParsing', async (request) => void (await deps.identify(request)))
    pages.get('/login', (request, reply) => showLogin(request, reply, deps))
    pages.post('/login', { config: loginLimit(deps.limits) }, (request, reply) => logIn(request, reply, deps))
    pages.post('/logout', (request, reply) => logOut(request, reply, deps))
    pages.get('/setup', (request, reply) => showSetup(request, reply, deps))
    pages.post('/setup', { config: loginLimit(deps.limits) }, (request, reply) => setUp(request, reply, deps))
  })
}

const FORM_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${pagePolicy('self')}; frame-ancestors 'none'`,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

const textsFor = (request: FastifyRequest) => loginTexts(request.headers['accept-language'])

const send = (reply: FastifyReply, page: string, status = 200) => reply.code(status).headers(FORM_HEADERS).send(page)

/** The fields of a form or a query; what is there twice, or is no text, is not there. */
function fieldsOf(given: unknown): Readonly<Record<string, string>> {
  const texts = Object.entries(given ?? {}).filter(([, value]) => typeof value === 'string')
  return Object.assign(Object.create(null), Object.fromEntries(texts))
}

async function showLogin(request: FastifyRequest, reply: FastifyReply, { app, identify }: LoginPagesDeps) {
  const next = localPath(fieldsOf(request.query).next)
  if ((await identify(request)) !== null) return seeOther(reply, next ?? '/')
  const texts = textsFor(request)
  const notice = (await app.firstLogin.waiting()) === null ? null : texts.noPassword
  return send(reply, renderLogin(texts, { name: '', next, notice }))
}

async function logIn(request: FastifyRequest, reply: FastifyReply, { app, logins }: LoginPagesDeps) {
  const { name = '', password = '', next } = fieldsOf(request.body)
  const aim = localPath(next)
  try {
    const tried = { name: name.slice(0, 64), password: password.slice(0, 1025) }
    const { setCookie } = await logins.logIn(app, {
      ...tried,
      address: networkOf(request.ip),
      browser: browserOf(request),
    })
    return seeOther(reply.header('set-cookie', setCookie), aim ?? '/')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const texts = textsFor(request)
    const page = renderLogin(texts, { name: name.slice(0, 64), next: aim, notice: refusedLogin(texts, error) })
    return send(reply.headers(error.headers), page, error.status)
  }
}

async function logOut(request: FastifyRequest, reply: FastifyReply, { app, identify, logins }: LoginPagesDeps) {
  const visitor = await identify(request)
  if (visitor?.token != null) await app.sessions.revoke(visitor.reader.id, visitor.token.id)
  return seeOther(reply.header('set-cookie', logins.endCookie), '/login')
}

async function showSetup(request: FastifyRequest, reply: FastifyReply, deps: LoginPagesDeps) {
  const { key = '' } = fieldsOf(request.query)
  const reader = isKey(key, deps.setupKey) ? await deps.app.firstLogin.waiting() : null
  if (reader === null) return refusedSetup(request, reply)
  return send(reply, renderSetup(textsFor(request), { key, name: reader.name, notice: null }))
}

async function setUp(request: FastifyRequest, reply: FastifyReply, deps: LoginPagesDeps) {
  const { app, logins } = deps
  const { key = '', name = '', password = '' } = fieldsOf(request.body)
  if (!isKey(key, deps.setupKey)) return refusedSetup(request, reply)
  try {
    if (!(await app.firstLogin.setUp(name, password))) return refusedSetup(request, reply)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const texts = textsFor(request)
    return send(reply, renderSetup(texts, { key, name, notice: await refusedSetUp(texts, error) }), 422)
  }
  const { setCookie } = await logins.logIn(app, {
    name,
    password,
    address: networkOf(request.ip),
    browser: browserOf(request),
  })
  return seeOther(reply.header('set-cookie', setCookie), '/')
}

function refusedSetup(request: FastifyRequest, reply: FastifyReply) {
  const texts = textsFor(request)
  return send(reply, renderRefused(texts, texts.nothingToSetUp, texts.usedLink), 403)
}

/** Compared by their hashes, in a time that tells nothing. */
function isKey(given: string, key: string | null): boolean {
  const hashed = (text: string) => hash('sha256', text, 'buffer')
  return key !== null && timingSafeEqual(hashed(given), hashed(key))
}

const seeOther = (reply: FastifyReply, path: string) =>
  reply.code(303).headers({ location: path, 'cache-control': 'no-store' }).send('')
