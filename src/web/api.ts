import type { Answer, Problem } from './api-types.ts'
import { ApiProblem } from './api-types.ts'

/** Where the API is. */
export const API = '/api/v1'

/** Sends one request to the API. The one way by which the page leaves the browser. */
export type CallApi = (method: string, path: string, body?: unknown) => Promise<unknown>

/** What stands for an answer when the server could not be reached at all. */
const UNREACHABLE: Problem = {
  type: 'about:blank',
  title: 'Unreachable',
  status: 0,
  code: 'unreachable',
  detail: 'The server does not answer.',
}

export const callApi: CallApi = async (method, path, body) => {
  const answer = await fetch(API + path, {
    method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null)
  if (answer === null) throw new ApiProblem(UNREACHABLE)
  if (answer.status === 204) return undefined
  const read: unknown = await answer.json().catch(() => null)
  if (answer.ok) return read
  throw new ApiProblem(isProblem(read) ? read : { ...UNREACHABLE, status: answer.status, code: 'refused' })
}

const isProblem = (value: unknown): value is Problem => typeof value === 'object' && value !== null && 'detail' in value

/** A path with its query; what is null, undefined or false is left out. */
export function pathOf(
  path: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const words = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === false || value === ''
      ? []
      : [`${name}=${encodeURIComponent(String(value))}`],
  )
  return words.length === 0 ? path : `${path}?${words.join('&')}`
}

/** The same with the type of an endpoint's answer. */
export const send = <E>(call: CallApi, method: string, path: string, body?: unknown): Promise<Answer<E>> =>
  call(method, path, body) as Promise<Answer<E>>
