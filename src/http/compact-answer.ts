import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Shorter answers are sent as they are: packing them saves no packet. */
const LEAST_BYTES = 1_400
/** Packs JSON to nearly the size of the best quality in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** An `ETag` for every text that was asked for, 304 for who has it, and compression for who understands it. */
export async function sendCompactly(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (typeof body !== 'string' || reply.hasHeader('content-encoding')) return body
  reply.header('vary', 'accept-encoding, cookie')
  if (reply.statusCode === 200 && isSafe(request)) {
    const tag = (reply.getHeader('etag') as string | undefined) ?? `"${hash('sha256', body, 'hex').slice(0, 32)}"`
    reply.header('etag', tag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (knows(request.headers['if-none-match'], tag)) {
      reply.code(304)
      return ''
    }
  }
  return body.length < LEAST_BYTES || request.method === 'HEAD' ? body : packed(request, reply, body)
}

const isSafe = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** The header may list several tags or `*`; a proxy may have made ours weak. */
function knows(header: string | undefined, tag: string): boolean {
  const names = (header ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(tag) || names.includes('*')
}

async function packed(request: FastifyRequest, reply: FastifyReply, body: string): Promise<unknown> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const coding = /\bbr\b(?!;q=0)/.test(accepted) ? 'br' : /\bgzip\b(?!;q=0)/.test(accepted) ? 'gzip' : null
  if (coding === null) return body
  reply.header('content-encoding', coding)
  reply.removeHeader('content-length')
  return coding === 'br' ? brotlied(body, BROTLI) : gzipped(body)
}
