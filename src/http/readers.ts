import type { WebApp } from '../app/web-app.ts'
import type { Reader } from '../core/domain/reader.ts'
import { type ApiRoute, route } from './api-route.ts'
import { addReader, listReaders, removeReader, setReaderPassword } from './contract/readers.ts'
import { notFound } from './refusal.ts'

const toReader = ({ id, name, role, email, passwordHash, createdAt, seenAt }: Reader) => ({
  id,
  name,
  role,
  email,
  hasPassword: passwordHash !== null,
  createdAt: new Date(createdAt).toISOString(),
  seenAt: seenAt === null ? null : new Date(seenAt).toISOString(),
})

async function readerOf(app: WebApp, id: number): Promise<Reader> {
  const found = (await app.readers()).find((one) => one.id === id)
  if (found === undefined) throw notFound()
  return found
}

export const readerRoutes: readonly ApiRoute[] = [
  route(listReaders, async ({ app }) => ({ items: (await app.readers()).map(toReader), next: null })),
  route(addReader, async ({ own, body: { password, ...wanted } }) => {
    const added = await own.readers.add(wanted)
    if (password !== null) await own.readers.setPassword(added.name, password)
    return toReader({ ...added, passwordHash: password === null ? null : 'set' })
  }),
  route(removeReader, async ({ app, own, params }) => {
    await own.readers.remove((await readerOf(app, params.id)).name)
    return undefined
  }),
  route(setReaderPassword, async ({ app, own, params, body }) => {
    const reader = await readerOf(app, params.id)
    await own.readers.setPassword(reader.name, body.password)
    await app.sessions.endOthers(reader.id, null)
    return undefined
  }),
]
