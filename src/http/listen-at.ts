import { chmodSync } from 'node:fs'
import type { Server } from 'node:http'
import { Trouble } from '../core/domain/trouble.ts'

const LISTEN_TROUBLES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is listening there',
  EACCES: 'you have no right to use it',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOENT: 'the folder is not there',
}

/** Opens a server at `address:port` or `unix:PATH`; gives where, with the port that it got. */
export async function listenAt(server: Server, at: string): Promise<string> {
  const path = /^unix:(.+)$/.exec(at)?.[1]
  if (path !== undefined) {
    await opened(server, at, () => server.listen(path))
    // For the server and its group, to which the proxy belongs.
    chmodSync(path, 0o660)
    return at
  }
  const split = at.lastIndexOf(':')
  const [host, port] = [at.slice(0, split), Number(at.slice(split + 1))]
  await opened(server, at, () => server.listen(port, host.replace(/^\[|\]$/g, '')))
  const address = server.address()
  return `${host}:${typeof address === 'object' && address !== null ? address.port : port}`
}

/** What a browser is told to open. */
export const urlAt = (at: string): string => (at.startsWith('unix:') ? at : `http://${at}/`)

function opened(server: Server, at: string, open: () => void): Promise<void> {
  const kind = at.startsWith('unix:') ? 'file' : 'port'
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why = LISTEN_TROUBLES[code ?? ''] ?? String(code)
      reject(new Trouble(`cannot listen on ${at}: ${why}; set server.listen to another ${kind}`))
    })
    server.once('listening', () => resolve())
    open()
  })
}
