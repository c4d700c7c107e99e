import type { z } from 'zod'
import type { ReaderWeb, WebApp } from '../app/web-app.ts'
import type { Endpoint } from './contract/endpoint.ts'
import type { Visitor } from './visitor.ts'

/** A checked request. */
export interface ApiRequest<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly app: WebApp
  /** What the visitor sees and does. Only for endpoints with a scope. */
  readonly own: ReaderWeb
  readonly visitor: Visitor
  /** The sender's address, for throttling. */
  readonly address: string
  readonly browser: string | null
  /** A header that was sent once. */
  readonly header: (name: string) => string | null
  /** For answers that take long: whether the visitor may still have them, and what to do when they are gone. */
  readonly isAllowed: () => Promise<boolean>
  /** The same for all requests with the same secret. */
  readonly credential: string
  readonly onClosed: (done: () => void) => void
}

/** An answer with headers of its own. */
export interface ApiAnswer<Answer> {
  readonly answer: Answer
  readonly headers: Readonly<Record<string, string>>
}

/** An endpoint and how it is answered. */
export interface ApiRoute {
  readonly endpoint: Endpoint
  readonly handle: (request: ApiRequest<never, never, never>) => Promise<unknown>
}

/** Binds an endpoint of the contract to its handler: the types of the request and of the answer are those of the contract. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  handle: (request: ApiRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<A> | ApiAnswer<z.input<A>>>,
): ApiRoute {
  return { endpoint: endpoint as unknown as Endpoint, handle: handle as ApiRoute['handle'] }
}

export const withHeaders = <Answer>(answer: Answer, headers: Readonly<Record<string, string>>): ApiAnswer<Answer> => ({
  answer,
  headers,
})
