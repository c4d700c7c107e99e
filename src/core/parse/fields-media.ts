import type { Text } from '../domain/entry.ts'
import type { EntryDraft } from './drafts.ts'
import { addressIn, attribute, type Field, htmlText, lineOf, numberFrom, tidyLine } from './field.ts'
import { addCategory, rssText } from './fields-common.ts'
import { addPerson } from './fields-person.ts'
import { personFrom } from './person.ts'
import { named, type Rule, type Table, text, within } from './rule.ts'

/** Where a `media:category` without a scheme belongs. https://www.rssboard.org/media-rss#media-category */
const defaultScheme = 'http://search.yahoo.com/mrss/category_schema'
const maxFiles = 1000

function mediaText(field: Field): Text | null {
  return attribute(field, 'type') === 'html' ? htmlText(field) : rssText(field)
}

function addContent(draft: EntryDraft, field: Field): void {
  const url = addressIn(field, attribute(field, 'url'))
  if (url === null || draft.mediaContents.length >= maxFiles) return
  draft.mediaContents.push({
    url,
    type: attribute(field, 'type'),
    medium: attribute(field, 'medium'),
    width: numberFrom(attribute(field, 'width')),
    height: numberFrom(attribute(field, 'height')),
    length: numberFrom(attribute(field, 'filesize')),
  })
}

function addThumbnail(draft: EntryDraft, field: Field): void {
  const url = addressIn(field, attribute(field, 'url') ?? lineOf(field))
  if (url === null || draft.mediaThumbnails.length >= maxFiles) return
  const width = numberFrom(attribute(field, 'width'))
  draft.mediaThumbnails.push({ url, width, height: numberFrom(attribute(field, 'height')) })
}

function addPeerLink(draft: EntryDraft, field: Field): void {
  const url = addressIn(field, attribute(field, 'href'))
  if (url === null || draft.enclosures.length >= maxFiles || draft.enclosures.some((one) => one.url === url)) return
  draft.enclosures.push({ url, type: attribute(field, 'type'), length: null })
}

/** Media RSS; a group or a content may hold any of the others. https://www.rssboard.org/media-rss */
export const mediaRules: readonly [string, Rule<EntryDraft>][] = [
  ['media:group', within(() => mediaTable)],
  ['media:content', within(() => mediaTable, addContent)],
  ['media:thumbnail', text(addThumbnail)],
  ['media:peerlink', text(addPeerLink)],
  [
    'media:title',
    text((draft, field) => {
      draft.mediaTitle ??= mediaText(field)
    }),
  ],
  ...named<EntryDraft>(
    'media:description media:text',
    text((draft, field) => {
      draft.mediaDescription ??= mediaText(field)
    }),
  ),
  [
    'media:player',
    text((draft, field) => {
      draft.playerLink ??= addressIn(field, attribute(field, 'url') ?? lineOf(field))
    }),
  ],
  [
    'media:category',
    text((draft, field) => {
      const label = attribute(field, 'label')
      addCategory(draft, lineOf(field) ?? label, attribute(field, 'scheme') ?? defaultScheme, label)
    }),
  ],
  [
    'media:keywords',
    text((draft, field) => {
      for (const word of field.text().split(',')) addCategory(draft, tidyLine(word), null, null)
    }),
  ],
  [
    'media:credit',
    text((draft, field) => {
      const role = attribute(field, 'role') ?? 'author'
      if (role === 'author') addPerson(draft.mediaCredits, personFrom(field.text()))
    }),
  ],
]

const mediaTable: Table<EntryDraft> = new Map(mediaRules)
