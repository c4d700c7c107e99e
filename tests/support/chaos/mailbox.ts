import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that counts what arrives, and does not always behave. */
export interface Mailbox {
  readonly port: number
  /** How often each mail, by its Message-ID, arrived. */
  readonly times: () => ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

/** One of so many mails is refused for certain: the program may send it again. */
const REFUSED_EVERY = 7
/** Of one of so many the connection breaks after it arrived and before the answer: the program must not send it again. */
const BROKEN_EVERY = 5

export async function startMailbox(): Promise<Mailbox> {
  const times = new Map<string, number>()
  let mails = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (++mails % REFUSED_EVERY === 0) return done(Object.assign(new Error('not now'), { responseCode: 451 }))
        const id = /^Message-ID: <([0-9a-f]+)@/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? 'none'
        times.set(id, (times.get(id) ?? 0) + 1)
        if (mails % BROKEN_EVERY !== 0) return done()
        for (const { id: of, _socket } of connectionsOf(smtp)) if (of === session.id) _socket.resetAndDestroy()
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  return {
    port: (smtp.server.address() as AddressInfo).port,
    times: () => times,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}

interface Connection {
  readonly id: string
  readonly _socket: Socket
}

const connectionsOf = (smtp: SMTPServer): readonly Connection[] => [
  ...(smtp as unknown as { connections: Set<Connection> }).connections,
]
