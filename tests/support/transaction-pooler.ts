import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/* A transaction pooler such as PgBouncer, as unkind as one can be: each transaction gets the server connection that has rested longest,
   and whatever a session had is gone after it. https://www.postgresql.org/docs/current/protocol-flow.html */

export interface TransactionPooler {
  /** The address of the same database by the pooler. */
  readonly address: string
  /** How many transactions each connection to the server has carried out. */
  readonly carried: () => readonly number[]
  readonly close: () => Promise<void>
}

const SERVER_CONNECTIONS = 4

/** Starts a pooler for a PostgreSQL database on loopback that asks for no password. */
export async function transactionPooler(address: string): Promise<TransactionPooler> {
  const backends = await Promise.all(Array.from({ length: SERVER_CONNECTIONS }, () => openBackend(address)))
  const resting = [...backends]
  const waiting: ((backend: Backend) => void)[] = []
  const take = (): Promise<Backend> => {
    const backend = resting.shift()
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve))
  }
  const giveBack = (backend: Backend): void => {
    const next = waiting.shift()
    if (next) next(backend)
    else resting.push(backend)
  }
  const clients = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    clients.add(socket)
    serveClient(socket, take, giveBack)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const way = new URL(address)
  way.port = String((server.address() as AddressInfo).port)
  return {
    address: way.href,
    carried: () => backends.map(({ carried }) => carried),
    close: async () => {
      for (const socket of [...clients, ...backends.map((backend) => backend.socket)]) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A connection to the server. */
interface Backend {
  readonly socket: Socket
  carried: number
  onMessage: (message: Buffer) => void
}

async function openBackend(address: string): Promise<Backend> {
  const { hostname, port, username, pathname } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, noDelay: true })
  const backend: Backend = { socket, carried: 0, onMessage: () => {} }
  const ready = untilReady(backend)
  const split = messageSplitter()
  socket.on('data', (data) => {
    for (const message of split(data)) backend.onMessage(message)
  })
  const settings = ['user', username, 'database', pathname.slice(1), ''].map((text) => `${text}\0`).join('')
  const startup = Buffer.alloc(8)
  startup.writeInt32BE(8 + Buffer.byteLength(settings), 0)
  startup.writeInt32BE(196_608, 4)
  socket.write(Buffer.concat([startup, Buffer.from(settings)]))
  await ready
  return backend
}

const untilReady = (backend: Backend): Promise<void> =>
  new Promise((resolve) => {
    backend.onMessage = (message) => {
      if (letterOf(message) === 'Z') resolve()
    }
  })

/** Lends a client a connection to the server from the first message of a transaction until the server is idle again. */
function serveClient(socket: Socket, take: () => Promise<Backend>, giveBack: (backend: Backend) => void): void {
  let backend: Backend | null = null
  let asked = 0
  let hasBegun = false
  let turn = Promise.resolve()

  const fromServer = (message: Buffer): void => {
    socket.write(message)
    if (letterOf(message) !== 'Z') return
    asked--
    const isIdle = String.fromCharCode(message[5]!) === 'I'
    if (isIdle && asked === 0 && !hasBegun) rest()
  }
  const rest = (): void => {
    const rested = backend!
    backend = null
    rested.carried++
    turn = turn.then(async () => {
      const ready = untilReady(rested)
      rested.socket.write(queryMessage('discard all'))
      await ready
      giveBack(rested)
    })
  }
  const fromClient = async (message: Buffer): Promise<void> => {
    if (letterOf(message) === 'X') return void socket.end()
    if (backend === null) {
      backend = await take()
      backend.onMessage = fromServer
    }
    const isEnd = letterOf(message) === 'Q' || letterOf(message) === 'S'
    if (isEnd) asked++
    hasBegun = !isEnd
    backend.socket.write(message)
  }

  let isStarted = false
  const split = messageSplitter()
  socket.on('error', () => {})
  socket.on('data', (data) => {
    const rest = isStarted ? data : data.subarray(data.readInt32BE(0))
    if (!isStarted) socket.write(GREETING)
    isStarted = true
    for (const message of split(rest)) turn = turn.then(() => fromClient(message))
  })
}

const letterOf = (message: Buffer): string => String.fromCharCode(message[0]!)

/** Cuts a stream of bytes into messages: a letter, and a length that counts itself. */
function messageSplitter(): (data: Buffer) => Buffer[] {
  let left: Buffer = Buffer.alloc(0)
  return (data) => {
    left = Buffer.concat([left, data])
    const messages: Buffer[] = []
    while (left.length >= 5 && left.length >= 1 + left.readInt32BE(1)) {
      const length = 1 + left.readInt32BE(1)
      messages.push(left.subarray(0, length))
      left = left.subarray(length)
    }
    return messages
  }
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter, 0)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const queryMessage = (text: string): Buffer => message('Q', Buffer.from(`${text}\0`))

/** No password is asked for; the client may begin. */
const GREETING = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])
