import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { SeenRequest, Step } from '../publisher.ts'

type Headers = Readonly<Record<string, string | string[]>>
type Body = string | Uint8Array

const feedType: Headers = { 'content-type': 'application/rss+xml; charset=utf-8' }

/** 200 with a body. */
export const serve =
  (body: Body, headers: Headers = {}): Step =>
  (response) =>
    void response.writeHead(200, { ...feedType, ...headers }).end(body)

/** Any status, with or without a body. */
export const status =
  (code: number, headers: Headers = {}, body: Body = ''): Step =>
  (response) =>
    void response.writeHead(code, headers).end(body)

/** A redirect; `to` may be anything, and goes out as UTF-8. */
export const redirect =
  (code: number, to: string, headers: Headers = {}): Step =>
  (response) =>
    void response.writeHead(code, { ...headers, location: Buffer.from(to).toString('latin1') }).end('elsewhere')

/** A publisher that does it right: 304 for the validators it gave, the document otherwise. */
export const serveConditionally =
  (body: Body, validators: { readonly etag?: string; readonly lastModified?: string }, headers: Headers = {}): Step =>
  (response, request) => {
    const own: Record<string, string> = {}
    if (validators.etag) own.etag = validators.etag
    if (validators.lastModified) own['last-modified'] = validators.lastModified
    const known = matches(request, 'if-none-match', validators.etag)
    const unchanged = validators.etag ? known : matches(request, 'if-modified-since', validators.lastModified)
    if (unchanged) response.writeHead(304, { ...headers, ...own }).end()
    else response.writeHead(200, { ...feedType, ...headers, ...own }).end(body)
  }

function matches(request: SeenRequest, header: string, value: string | undefined): boolean {
  return value !== undefined && request.headers[header] === value
}

/** The same document with another ETag each time: conditional requests never help. */
export const changingValidators =
  (body: Body): Step =>
  (response, _request, nth) =>
    void response.writeHead(200, { ...feedType, etag: `"v${nth}"` }).end(body)

/** 304 whatever was asked. */
export const notModifiedForEver: Step = (response) => void response.writeHead(304).end()

/** Accepts the request and says nothing. */
export const silence: Step = () => {}

/** Sends the status line and half a header, then nothing. */
export const halfHeaders: Step = (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nContent-Ty')

/** Sends headers and the start of a body, then nothing. */
export const stalledBody =
  (start: Body): Step =>
  (response) =>
    void response.writeHead(200, { ...feedType, 'content-length': '100000' }).write(start)

/** Promises more than anybody takes, and sends nothing of it. */
export const hugeLength: Step = (response) =>
  response.writeHead(200, { 'content-length': '99999999999' }).flushHeaders()

/** Sends a byte now and then, for ever: never silent long enough to stall. */
export const drip =
  (everyMs: number): Step =>
  (response) => {
    response.writeHead(200, feedType)
    const timer = setInterval(() => response.write(' '), everyMs)
    response.once('close', () => clearInterval(timer))
  }

/** Closes the connection with a reset before any answer. */
export const resetAtOnce: Step = (response) => void response.socket?.resetAndDestroy()

/** Resets in the middle of a body. */
export const resetInBody =
  (start: Body): Step =>
  (response) => {
    response.writeHead(200, { ...feedType, 'content-length': '100000' }).write(start)
    setTimeout(() => response.socket?.resetAndDestroy(), 20)
  }

/** Declares a length that is not the body's, then closes. */
export const wrongLength =
  (declared: number, body: string): Step =>
  (response) =>
    raw(response, `HTTP/1.1 200 OK\r\nContent-Length: ${declared}\r\nConnection: close\r\n\r\n${body}`)

/** Bytes that are not HTTP. */
export const garbage: Step = (response) => raw(response, 'SSH-2.0-OpenSSH_9.6\r\n')

/** More header bytes than anybody needs. */
export const hugeHeaders =
  (bytes: number): Step =>
  (response) =>
    raw(response, `HTTP/1.1 200 OK\r\nX-Filler: ${'x'.repeat(bytes)}\r\nContent-Length: 0\r\n\r\n`)

/** Writes bytes on the socket as they are. */
export const rawBytes =
  (bytes: Body): Step =>
  (response) =>
    raw(response, bytes)

function raw(response: ServerResponse, bytes: Body): void {
  response.socket?.end(bytes)
}

const compressors = { gzip: gzipSync, deflate: deflateSync, 'raw deflate': deflateRawSync, br: brotliCompressSync }

/** A body in one content coding; raw deflate is what some servers send under the name deflate. */
export const compressed =
  (coding: keyof typeof compressors, body: Body, headers: Headers = {}): Step =>
  (response) => {
    const encoding = coding === 'raw deflate' ? 'deflate' : coding
    response.writeHead(200, { ...feedType, ...headers, 'content-encoding': encoding }).end(compressors[coding](body))
  }

/** A few kilobytes that unfold into many megabytes of spaces. */
export const bomb = (coding: 'gzip' | 'br' | 'deflate', megabytes: number): Step =>
  compressed(coding, spaces(megabytes))

const spaces = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 0x20)

/** A body without end, uncompressed. */
export const endlessBody: Step = (response) => {
  response.writeHead(200, feedType)
  const chunk = Buffer.alloc(64 * 1024, 0x20)
  const pour = () => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', pour)
  pour()
}
