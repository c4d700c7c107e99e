import type { z } from 'zod'

/** What a visitor must be allowed to do: nothing, read, change what is theirs, or change what all readers share. */
export type Scope = 'none' | 'read' | 'write' | 'admin'

/** One request of the API and its answer. Written once: for checks, for the types of the page, for the OpenAPI document. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/api/v1`; parameters as `:name`. */
  readonly path: `/${string}`
  /** The resource, and what the request does, as the OpenAPI document says it. */
  readonly tag: string
  readonly summary: string
  readonly scope: Scope
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Null for an answer without a body (204), or one that is no JSON. */
  readonly answer: Answer | null
  /** Of an answer that is no JSON. */
  readonly type?: string
  /** Statuses with which it may refuse, beside those that every request may get. */
  readonly refusals?: readonly number[]
  /** Whether it is counted as a try to log in, of which few are allowed. */
  readonly isLogin?: boolean
  /** The largest body, in bytes, where it may be larger than usual. */
  readonly bodyLimit?: number
}

/** Keeps the types of an endpoint's parts. */
export const endpoint = <
  Params extends z.ZodType = z.ZodType<unknown>,
  Query extends z.ZodType = z.ZodType<unknown>,
  Body extends z.ZodType = z.ZodType<unknown>,
  Answer extends z.ZodType = z.ZodType<undefined>,
>(
  one: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => one
