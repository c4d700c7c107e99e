import type { Dispatcher } from 'undici'
import type { Stopwatch } from '../system/clock.ts'
import { whenAborted } from '../system/when-aborted.ts'
import type { Connections } from './connections.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import type { Limits } from './limits.ts'

/** One request to one address, without following redirects. */
export interface HopRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** The time of the whole request, and what is left of it after redirects. */
  readonly timeoutMs: number
  readonly remainingMs: number
  readonly alarm: Stopwatch['alarm']
  /** Whether to read the response's body. */
  readonly wantsBody: (status: number, headers: Readonly<Record<string, string>>) => boolean
  /** Called when the connection is open and the request is about to be written. */
  readonly onBegun: () => void
  readonly onWireBytes: (bytes: number) => void
}

export interface HopAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly wire: Uint8Array
}

/** A redirect's body is read up to this size, to keep the connection. */
const unwantedBytes = 16 * 1024

/** Sends one HTTP request with undici's handler interface, so that every byte is counted and headers stay as sent. */
export function exchange(
  connections: Connections,
  request: HopRequest,
  limits: Limits,
  signal: AbortSignal | null,
): Promise<HopAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let ended: FetchError | null = null
    let abandon: (() => void) | null = null
    const end = (error: FetchError) => {
      ended ??= error
      stop()
      if (controller) controller.abort(ended)
      else abandon?.()
      reject(ended)
    }
    const deadline = startDeadline(request.timeoutMs, request.remainingMs, request.alarm, end)
    const onAbort = () => end(new FetchError('aborted', 'stopped before the answer was complete'))
    const ignoreSignal = whenAborted(signal, onAbort)
    const stop = () => {
      deadline.stop()
      ignoreSignal()
    }

    const receiver = receiveAnswer(request, limits, deadline, { resolve, end, stop })
    const handler: Dispatcher.DispatchHandler = {
      ...receiver,
      onRequestStart(started) {
        controller = started
        deadline.enter('headers')
        if (ended) started.abort(ended)
        else request.onBegun()
      },
      onResponseError: (_started, error) => end(toFetchError(error)),
    }
    try {
      if (signal?.aborted) onAbort()
      else abandon = connections.dispatch(dispatchOptions(request), handler)
    } catch (error) {
      end(toFetchError(error))
    }
  })
}

interface Endings {
  readonly resolve: (answer: HopAnswer) => void
  readonly end: (error: FetchError) => void
  readonly stop: () => void
}

/** The part of undici's handler that receives a response. */
function receiveAnswer(request: HopRequest, limits: Limits, deadline: Deadline, { resolve, end, stop }: Endings) {
  const chunks: Buffer[] = []
  let head: Omit<HopAnswer, 'wire'> | null = null
  let wanted = true
  let length = 0
  return {
    onResponseStart(_: unknown, status: number, rawHeaders: RawHeaders) {
      if (status < 200) return
      deadline.enter('body')
      head = { status, headers: flatHeaders(rawHeaders) }
      wanted = request.wantsBody(status, head.headers)
      if (!wanted) resolve({ ...head, wire: new Uint8Array(0) })
      else if (request.method !== 'HEAD' && Number(head.headers['content-length']) > limits.maxWireBytes)
        end(tooLong(limits))
    },
    onResponseData(_: unknown, chunk: Buffer) {
      length += chunk.length
      request.onWireBytes(chunk.length)
      if (wanted) chunks.push(chunk)
      if (length > (wanted ? limits.maxWireBytes : unwantedBytes)) end(tooLong(limits))
    },
    onResponseEnd() {
      stop()
      if (head) resolve({ ...head, wire: Buffer.concat(chunks, length) })
    },
  }
}

function dispatchOptions(request: HopRequest): Dispatcher.DispatchOptions {
  return {
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers },
    body: request.body,
    headersTimeout: 0,
    bodyTimeout: 0,
  }
}

/** Headers that are lists may be joined; of any other the first one counts. */
const listHeaders: ReadonlySet<string> = new Set(['cache-control', 'content-encoding', 'link', 'vary', 'pragma'])

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>

function flatHeaders(raw: RawHeaders): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value === 'string') headers[name] = value
    else if (value) headers[name] = listHeaders.has(name) ? value.join(', ') : (value[0] ?? '')
  }
  return headers
}

function tooLong(limits: Limits): FetchError {
  return new FetchError('tooLarge', `body is longer than ${limits.maxWireBytes} bytes`)
}
