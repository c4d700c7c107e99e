import { type ApiRoute, route, withHeaders } from './api-route.ts'
import { getImage } from './contract/images.ts'
import { notFound, Refusal } from './refusal.ts'

/** A picture is never a page, whatever is in it; its address changes with its content's address, so it may be kept for good. */
const PICTURE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
  'cache-control': 'private, max-age=31536000, immutable',
}

export const imageRoutes: readonly ApiRoute[] = [
  route(getImage, async ({ app, own, params }) => {
    const named = app.images.signed(params.signature, params.encoded)
    // Signed for a reader who saw the article; it must be there for this one too.
    if (named === null || (await own.articles.one(named.article)) === null) throw notFound()
    const picture = await app.images.read(named.url)
    if (picture === null) throw new Refusal(502, 'no_picture', 'The publisher gives no picture there.')
    const body = Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.byteLength)
    return withHeaders(body as never, { ...PICTURE_HEADERS, 'content-type': picture.type })
  }),
]
