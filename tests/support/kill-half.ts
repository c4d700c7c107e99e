import { WebSocket } from 'undici'

/** What a process has to be started under, so that its threads can be killed one by one. */
export const KILLABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const

/** How a thread dies: at once, wherever it is; or by an error that nobody catches. */
const DEATHS = {
  exit: 'process.exit(3)',
  error: "setTimeout(() => { throw new Error('killed by a test') })",
} as const

const PATIENCE_MS = 60_000

interface Message {
  readonly method?: string
  readonly params?: { readonly sessionId: string; readonly workerInfo: { readonly url: string } }
}

/**
 * Kills the thread of one half of a running `serve` through Node's inspector, whose address stands in what the process said. False
 * when there is no such thread, or the process is gone.
 */
export async function killHalf(said: string, half: 'engine' | 'web', how: keyof typeof DEATHS): Promise<boolean> {
  const address = /Debugger listening on (ws:\S+)/.exec(said)?.[1]
  if (address === undefined) return false
  const socket = new WebSocket(address)
  const send = (method: string, params: object = {}) => socket.send(JSON.stringify({ id: 1, method, params }))
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: DEATHS[how] } })
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(false), PATIENCE_MS)
    const end = (isKilled: boolean) => {
      clearTimeout(timer)
      socket.close()
      resolve(isKilled)
    }
    socket.addEventListener('open', () => send('NodeWorker.enable', { waitForDebuggerOnStart: false }))
    socket.addEventListener('error', () => end(false))
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data)) as Message
      if (method === 'NodeWorker.detachedFromWorker') return end(true)
      if (method !== 'NodeWorker.attachedToWorker' || !params!.workerInfo.url.includes(`${half}-thread`)) return
      send('NodeWorker.sendMessageToWorker', { sessionId: params!.sessionId, message })
      if (how === 'error') setTimeout(() => end(true), 500)
    })
  })
}
