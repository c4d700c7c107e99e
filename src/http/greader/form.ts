import type { FastifyRequest } from 'fastify'

/** What a request says, in its query or in the body of a form: apps use both, and the same name several times. */
export interface Form {
  readonly first: (name: string) => string | null
  readonly all: (name: string) => readonly string[]
  /** A body that is no form, such as an OPML document. */
  readonly text: string
}

const FORM = 'application/x-www-form-urlencoded'

export function formOf({ url, headers, body }: Pick<FastifyRequest, 'url' | 'headers' | 'body'>): Form {
  const text = typeof body === 'string' ? body : ''
  const at = url.indexOf('?')
  // Some apps say nothing about the form they send, or call it plain text; a document begins with `<`.
  const isForm = headers['content-type']?.startsWith(FORM) || !/^\s*</.test(text)
  const sent = [new URLSearchParams(at === -1 ? '' : url.slice(at)), new URLSearchParams(isForm ? text : '')]
  const all = (name: string) => sent.flatMap((part) => part.getAll(name))
  return { all, first: (name) => all(name).at(-1) ?? null, text }
}
