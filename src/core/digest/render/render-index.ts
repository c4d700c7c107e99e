import type { Digest, DigestType } from '../../domain/digest.ts'
import { type Language, longDay } from './local-time.ts'
import { html, joined, type Markup, markupText, nothing } from './markup.ts'
import { page } from './page.ts'
import { nameOf, renderContext } from './render-context.ts'
import { wordsIn } from './words.ts'

/** A stored digest as the index lists it. */
export interface IndexedDigest {
  readonly type: DigestType
  readonly localDate: string
  readonly digest: Digest
}

/** All digests by day. */
export function renderIndex(digests: readonly IndexedDigest[], language: Language = 'en'): string {
  const words = wordsIn(language)
  const front = html`<a href="/">${words.latest}</a>`
  const days = new Map<string, IndexedDigest[]>()
  for (const one of digests) days.set(one.localDate, [...(days.get(one.localDate) ?? []), one])
  const corrected = correctedBy(digests)
  const index = page(
    words.allDigests,
    digests.length === 0
      ? html`<p class="notice">No digest has been made yet: the first comes at its hour, or with "copytaster digest --type morning". ${front}</p>`
      : html`<p class="small">${front}</p>
${[...days.values()].map((list) => dayBlock(list, corrected, language))}
<p class="small"><a href="/feed.atom">Atom</a> · <a href="/feed.rss">RSS</a> of the latest digest</p>`,
  )
  return markupText(index)
}

/** The digests that correct another, by the type and instant of that one. */
function correctedBy(digests: readonly IndexedDigest[]): ReadonlyMap<string, readonly IndexedDigest[]> {
  const found = new Map<string, IndexedDigest[]>()
  for (const one of digests) {
    const carried = new Set((one.digest.corrections ?? []).map(({ carried: { type, at } }) => `${type} ${at}`))
    for (const id of carried) found.set(id, [...(found.get(id) ?? []), one])
  }
  return found
}

function dayBlock(
  digests: readonly IndexedDigest[],
  corrected: ReadonlyMap<string, readonly IndexedDigest[]>,
  language: Language,
): Markup {
  const { at, zone } = digests[0]!.digest
  return html`<section class="section"><h2>${longDay(at, zone, language)}</h2>
<ul class="briefs">
${digests.map((one) => digestLine(one, corrected.get(`${one.type} ${one.digest.at}`) ?? [], language))}</ul></section>
`
}

const addressOf = ({ type, localDate }: IndexedDigest): string => `/digests/${localDate}/${type}`

function digestLine(one: IndexedDigest, corrections: readonly IndexedDigest[], language: Language): Markup {
  const { digest } = one
  const lead = digest.topStories[0] ?? digest.noteworthy[0]?.items[0] ?? null
  const address = addressOf(one)
  const later = corrections.map(
    (other) =>
      html`<a href="${addressOf(other)}">${nameOf(renderContext(other.digest, language))}, ${longDay(other.digest.at, other.digest.zone, language)}</a>`,
  )
  return html`<li class="brief"><h3><a href="${address}">${nameOf(renderContext(digest, language))}</a></h3>
${lead === null ? nothing : html`<p dir="auto">${lead.lead.title}</p>`}
${later.length === 0 ? nothing : html`<p class="small">Corrected later: ${joined(later, html` · `)}</p>`}
<p class="small"><a href="${`${address}.md`}">Markdown</a> · <a href="${`${address}.json`}">JSON</a></p></li>
`
}

/** A page that says why there is nothing here. */
export function renderMissing(): string {
  const front = html`<a href="/">${wordsIn('en').latest}</a>`
  return markupText(page('Not found', html`<p class="notice">There is nothing at this address. ${front}</p>`))
}
