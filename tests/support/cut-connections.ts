import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a database server that can be cut. */
export interface CuttableWay {
  /** The address of the same database by this way. */
  readonly address: string
  /** How many connections there are. */
  readonly open: () => number
  /** Breaks all connections, as a network or a server does that goes away; gives how many there were. */
  readonly cut: () => number
  /** Whether new connections are refused. */
  readonly block: (isBlocked: boolean) => void
  readonly close: () => Promise<void>
}

/** Opens a way to a PostgreSQL database on loopback. */
export async function cuttableWay(address: string): Promise<CuttableWay> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isBlocked = false
  const server = createServer((socket) => {
    if (isBlocked) return void socket.destroy()
    const onward = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const way = new URL(address)
  way.port = String((server.address() as AddressInfo).port)
  const open = () => sockets.size / 2
  const cut = () => {
    const count = open()
    for (const socket of sockets) socket.resetAndDestroy()
    return count
  }
  return {
    address: way.href,
    open,
    cut,
    block: (blocked) => {
      isBlocked = blocked
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
