import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, line } from './fields.ts'
import { pageOf } from './paging.ts'

const scope = z.enum(['read', 'write', 'admin'])

export const me = z
  .strictObject({
    id,
    name: z.string(),
    role: z.enum(['administrator', 'reader']),
    email: z.string().nullable(),
    hasPassword: z.boolean(),
    /** What this visitor may do. */
    scope,
    /** Whether others share this server: what is shared is then changed by administrators only. */
    isAlone: z.boolean(),
    /** Whether this is the demonstration: publishers and news are invented. */
    isDemo: z.boolean(),
    /** The time of the server, which in the demonstration is another than yours. */
    now: instant,
  })
  .meta({ id: 'Me' })

export const getMe = endpoint({
  method: 'GET',
  path: '/me',
  tag: 'Session',
  summary: 'Who is logged in',
  scope: 'read',
  answer: me,
})

export const logIn = endpoint({
  method: 'POST',
  path: '/session',
  tag: 'Session',
  summary: 'Log in: sets a cookie',
  scope: 'none',
  body: z.strictObject({ name: z.string().min(1).max(64), password: z.string().min(1).max(1024) }),
  answer: me,
  refusals: [401, 429],
  isLogin: true,
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/session',
  tag: 'Session',
  summary: 'Log out: ends this session',
  scope: 'read',
  answer: null,
})

const token = z
  .strictObject({
    id,
    kind: z.enum(['session', 'api', 'feed']),
    name: z.string().nullable(),
    scope,
    createdAt: instant,
    usedAt: instant,
    expiresAt: instant.nullable(),
    /** Whether this request was sent with it. */
    isThis: z.boolean(),
  })
  .meta({ id: 'Token' })

export const listTokens = endpoint({
  method: 'GET',
  path: '/tokens',
  tag: 'Session',
  summary: 'Your sessions and tokens, the newest first',
  scope: 'read',
  answer: pageOf(token),
})

export const addToken = endpoint({
  method: 'POST',
  path: '/tokens',
  tag: 'Session',
  summary: 'Make a token for a program, or for the addresses of your feeds; its secret is shown this once',
  scope: 'write',
  body: z.strictObject({ name: line(100), scope, kind: z.enum(['api', 'feed']).optional() }),
  answer: z.strictObject({ token, secret: z.string() }),
  refusals: [403],
})

export const removeToken = endpoint({
  method: 'DELETE',
  path: '/tokens/:id',
  tag: 'Session',
  summary: 'Revoke a session or a token',
  scope: 'write',
  params: byId,
  answer: null,
})

export const setPassword = endpoint({
  method: 'PUT',
  path: '/me/password',
  tag: 'Session',
  summary: 'Change your password; ends your other sessions',
  scope: 'write',
  body: z.strictObject({ current: z.string().max(1024).nullable(), next: z.string().min(8).max(1024) }),
  answer: null,
  refusals: [403, 429],
})
