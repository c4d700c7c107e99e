import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { LiveEventData } from '../../src/http/contract/events.ts'
import { liveEvent } from '../../src/http/contract/events.ts'

/** A client that listens to `/api/v1/events`, and comes again with the last id it saw. */
export interface EventClient {
  /** What it heard in all, oldest first; each compared with the contract. */
  readonly heard: LiveEventData[]
  readonly lastId: () => string | null
  /** Resolves when the stream has begun. */
  readonly connect: (url: string) => Promise<void>
  /** Resolves when the stream has ended. */
  readonly ended: () => Promise<void>
  readonly disconnect: () => Promise<void>
}

/** @param token null where no login is needed */
export function anEventClient(token: string | null): EventClient {
  const heard: LiveEventData[] = []
  let lastId: string | null = null
  let request: ClientRequest | null = null
  let ended: Promise<void> = Promise.resolve()

  function onFrame(frame: string): void {
    const fields = new Map(
      frame
        .split('\n')
        .filter((line) => line.includes(': ') && !line.startsWith(':'))
        .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    )
    lastId = fields.get('id') ?? lastId
    const data = fields.get('data')
    if (data !== undefined) heard.push(liveEvent.parse(JSON.parse(data)))
  }
  function onAnswer(answer: IncomingMessage): Promise<void> {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => {
      const frames = (text + part).split('\n\n')
      text = frames.pop()!
      frames.forEach(onFrame)
    })
    return new Promise((resolve) => answer.once('close', resolve))
  }
  return {
    heard,
    lastId: () => lastId,
    connect: (url) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        }
        request = get(new URL('api/v1/events', url), { headers, agent: false }, (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`events: ${answer.statusCode}`))
          ended = onAnswer(answer)
          answer.on('error', () => {})
          resolve()
        })
        request.on('error', reject)
      }),
    ended: () => ended,
    disconnect: async () => {
      request?.destroy()
      await ended
    },
  }
}
