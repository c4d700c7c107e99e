import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A mail server that never comes to an end. */
export interface MailTrap {
  readonly port: number
  /** Resolves when somebody has said EHLO, or has connected to a silent server. */
  readonly caught: Promise<void>
  /** How often somebody has connected. */
  readonly visits: () => number
  readonly close: () => Promise<void>
}

/** `endless` answers EHLO with one more line again and again; `silent` accepts connections and says nothing. */
export async function startMailTrap(kind: 'endless' | 'silent'): Promise<MailTrap> {
  const sockets = new Set<Socket>()
  let visits = 0
  let spring = () => {}
  const caught = new Promise<void>((resolve) => {
    spring = resolve
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    visits++
    socket.on('error', () => {})
    let timer: NodeJS.Timeout | undefined
    socket.once('close', () => {
      sockets.delete(socket)
      clearInterval(timer)
    })
    if (kind === 'silent') return spring()
    socket.write('220 trap ESMTP\r\n')
    socket.once('data', () => {
      spring()
      timer = setInterval(() => socket.write('250-SIZE\r\n'), 20)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    caught,
    visits: () => visits,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
