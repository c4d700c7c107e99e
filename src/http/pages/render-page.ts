import { type Asked, BOOT_ID, type Boot, bootText, isNowhere } from '../../web/boot.ts'
import { placeOf } from '../../web/location.ts'
import { matchRoute } from '../../web/routes.ts'
import { renderApp } from '../../web/server-page.tsx'
import { acceptedLanguages, LANGUAGES, type Language, loadTexts, preferredLanguage } from '../../web/texts/texts.ts'
import { iso } from '../iso.ts'
import type { PageAssets } from './page-assets.ts'
import type { PageCache } from './page-cache.ts'

/** What rendering a page needs. */
export interface RenderPageDeps {
  /** An answer of the API to the visitor. */
  readonly ask: (path: string) => Promise<Asked>
  readonly assets: PageAssets
  readonly cache: PageCache
  /** Who will read it. */
  readonly reader: number
  readonly acceptLanguage: string
  /** Where the reader chose no time zone of their own. */
  readonly zone: string
  readonly now: number
}

export interface RenderedPage {
  readonly status: number
  readonly html: string
  readonly etag: string
}

/** Times on a page are those of the minute it was made in, so that a page is the same until something on it changes. */
const MINUTE_MS = 60_000

/** What every screen needs. */
const ALWAYS = ['/me', '/me/settings']

/** Renders the page at an address: asks the API for what its screen needs, then renders what the browser would. */
export async function renderPage(address: string, deps: RenderPageDeps): Promise<RenderedPage> {
  const { path, query } = placeOf(address)
  const { route, params, isFound } = matchRoute(path)
  const needs = [...new Set([...ALWAYS, ...route.needs(params, query)])]
  const answers = await Promise.all(needs.map(deps.ask))
  const now = deps.now - (deps.now % MINUTE_MS)
  const data = Object.fromEntries(needs.map((need, at) => [need, answers[at]!]))
  data['/me'] = toldAt(data['/me']!, now)
  const settings = data['/me/settings']!.data as {
    language: Language | null
    zone: string | null
    theme: string
  } | null
  const language = settings?.language ?? preferredLanguage(acceptedLanguages(deps.acceptLanguage))
  const texts = await loadTexts[LANGUAGES.includes(language) ? language : 'en']()
  const boot: Boot = { data, language, zone: settings?.zone ?? deps.zone, now }
  const booted = bootText(boot)
  const { html, etag } = deps.cache.rendered(`${deps.reader} ${address}`, booted, () =>
    document({
      language,
      theme: settings?.theme ?? 'system',
      title: `${route.title(texts)} · Copytaster`,
      body: renderApp(address, boot, texts),
      boot: booted,
      assets: deps.assets,
    }),
  )
  return { status: isFound ? statusOf(answers[ALWAYS.length] ?? null) : 404, html, etag }
}

/** Who reads it is told with the time of the answer, by which every page would differ from the one before. */
const toldAt = (me: Asked, now: number): Asked =>
  me.data === null ? me : { ...me, data: { ...me.data, now: iso(now) } }

/** That of the answer the screen is about. One that is not ready yet is shown as such, and asked for again by the page. */
function statusOf(main: Asked | null): number {
  const problem = main?.problem ?? null
  if (problem !== null && isNowhere(problem)) return 404
  const status = problem?.status ?? 200
  return status === 503 ? 200 : status
}

interface Document {
  readonly language: string
  readonly theme: string
  readonly title: string
  readonly body: string
  readonly boot: string
  readonly assets: PageAssets
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const document = ({
  language,
  theme,
  title,
  body,
  boot,
  assets: { script, style },
}: Document): string => `<!doctype html>
<html lang="${escaped(language)}" data-theme="${escaped(theme)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${style}">
<link rel="manifest" href="/assets/manifest.webmanifest">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<script type="module" src="${script}"></script>
</head>
<body>
<div id="page">${body}</div>
<script type="application/json" id="${BOOT_ID}">${boot}</script>
</body>
</html>
`
