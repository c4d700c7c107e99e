import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Article } from '../core/domain/article.ts'
import type { Reply } from '../core/domain/reply.ts'
import { imageType } from '../core/text/image-type.ts'
import { firstImage, rewriteImages } from '../core/text/rewrite-images.ts'
import { createSemaphore } from './semaphore.ts'

/** A picture, by what its bytes are. */
export interface Picture {
  readonly type: string
  readonly bytes: Uint8Array
}

/** Pictures that were fetched before. */
export interface PictureCache {
  readonly get: (url: string) => Promise<Uint8Array | null>
  readonly put: (url: string, bytes: Uint8Array) => Promise<void>
}

/** What showing the pictures of articles needs. */
export interface ImagesDeps {
  /** `https`: straight from the publisher where that is encrypted, else through this server; `proxy`: always through it. */
  readonly mode: 'https' | 'proxy' | 'off'
  /** Signs the addresses that this server fetches. */
  readonly key: string
  /** The one guarded fetch. */
  readonly fetchPicture: (url: string) => Promise<Reply>
  readonly cache: PictureCache
  readonly now: () => number
}

/** The pictures of articles, as readers see them. */
export interface Images {
  readonly mode: ImagesDeps['mode']
  /** The first usable picture of an article; null without one. */
  readonly imageOf: ImageOf
  /** The address of a picture of an article; null where it is not shown. */
  readonly address: (article: number, url: string) => string | null
  /** Sanitised HTML of an article with the addresses of its pictures. */
  readonly html: (article: number, html: string) => string
  /** The article and the picture that a signed address names; null when it was not signed here. */
  readonly signed: (signature: string, encoded: string) => SignedPicture | null
  /** Fetches a picture; null when it cannot be had, or is none. */
  readonly read: (url: string) => Promise<Picture | null>
}

export type ImageOf = (article: Pick<Article, 'media' | 'body'> & { readonly id: number }) => string | null

export interface SignedPicture {
  readonly article: number
  readonly url: string
}

const PATH = '/api/v1/images'
/** Longer addresses do not fit into one of ours. */
const LONGEST_ENCODED = 1_900
const MOST_FETCHES = 8
/** Smaller ones are icons and counters. */
const LEAST_WIDTH = 80
/** How long a picture that could not be had is not asked for again, and how many such are remembered. */
const FAILED_MS = 60_000
const MOST_FAILED = 2_000

export function createImages({ mode, key, fetchPicture, cache, now }: ImagesDeps): Images {
  const fetches = createSemaphore(MOST_FETCHES)
  const running = new Map<string, Promise<Picture | null>>()
  const failed = new Map<string, number>()
  const sign = (encoded: string) => createHmac('sha256', key).update(encoded).digest('base64url').slice(0, 32)

  function address(article: number, url: string): string | null {
    if (mode === 'off' || !/^https?:\/\//i.test(url)) return null
    if (mode === 'https' && /^https:/i.test(url)) return url
    const encoded = Buffer.from(`${article} ${url}`).toString('base64url')
    return encoded.length > LONGEST_ENCODED ? null : `${PATH}/${sign(encoded)}/${encoded}`
  }

  async function fetched(url: string): Promise<Picture | null> {
    const kept = pictureOf(await cache.get(url))
    if (kept !== null) return kept
    const reply = await fetches.run(() => fetchPicture(url))
    const picture = reply.kind === 'answer' && reply.status === 200 && reply.complete ? pictureOf(reply.body) : null
    if (picture !== null) await cache.put(url, picture.bytes)
    else forget(failed, url, now())
    return picture
  }
  return {
    mode,
    imageOf: ({ id, media, body }) => {
      const shown = media.find(isPicture)?.url ?? (body === null ? null : firstImage(body))
      return shown === null ? null : address(id, shown)
    },
    address,
    html: (article, html) => rewriteImages(html, (url) => address(article, url)),
    signed(signature, encoded) {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(encoded))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const [, article, url] = /^(\d+) (.+)$/s.exec(Buffer.from(encoded, 'base64url').toString())!
      return { article: Number(article), url: url! }
    },
    async read(url) {
      const failedAt = failed.get(url)
      if (failedAt !== undefined && Math.abs(now() - failedAt) < FAILED_MS) return null
      const reading = running.get(url) ?? fetched(url).finally(() => running.delete(url))
      running.set(url, reading)
      return reading
    },
  }
}

/** Remembers that a picture could not be had; the oldest are forgotten first. */
function forget(failed: Map<string, number>, url: string, at: number): void {
  failed.delete(url)
  failed.set(url, at)
  if (failed.size > MOST_FAILED) failed.delete(failed.keys().next().value!)
}

/** Whether a picture came beside the text. */
export const hasPicture = (media: Article['media']): boolean => media.some(isPicture)

const isPicture = ({ type, width }: Article['media'][number]): boolean =>
  type !== null && /^image\/(?!svg)/i.test(type) && (width === null || width >= LEAST_WIDTH)

function pictureOf(bytes: Uint8Array | null): Picture | null {
  const type = bytes === null ? null : imageType(bytes)
  return type === null ? null : { type, bytes: bytes! }
}
