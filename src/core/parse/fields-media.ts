import type { Text } from '../domain/entry.ts'
import type { EntryBuilder } from './builders.ts'
import { addressIn, attribute, type Field, htmlText, lineOf, numberFrom, tidyLine } from './field.ts'
import { addCategory, rssText } from './fields-common.ts'
import { addPerson } from './fields-person.ts'
import { personFrom } from './person.ts'
import { named, type Rule, type Table, text, within } from './rule.ts'

/** The scheme of a `media:category` without one. https://www.rssboard.org/media-rss#media-category */
const defaultScheme = 'http://search.yahoo.com/mrss/category_schema'
const maxFiles = 1000

function mediaText(field: Field): Text | null {
  return attribute(field, 'type') === 'html' ? htmlText(field) : rssText(field)
}

function addContent(builder: EntryBuilder, field: Field): void {
  const url = addressIn(field, attribute(field, 'url'))
  if (url === null || builder.mediaContents.length >= maxFiles) return
  builder.mediaContents.push({
    url,
    type: attribute(field, 'type'),
    medium: attribute(field, 'medium'),
    width: numberFrom(attribute(field, 'width')),
    height: numberFrom(attribute(field, 'height')),
    length: numberFrom(attribute(field, 'filesize')),
  })
}

function addThumbnail(builder: EntryBuilder, field: Field): void {
  const url = addressIn(field, attribute(field, 'url') ?? lineOf(field))
  if (url === null || builder.mediaThumbnails.length >= maxFiles) return
  const width = numberFrom(attribute(field, 'width'))
  builder.mediaThumbnails.push({ url, width, height: numberFrom(attribute(field, 'height')) })
}

function addPeerLink(builder: EntryBuilder, field: Field): void {
  const url = addressIn(field, attribute(field, 'href'))
  if (url === null || builder.enclosures.length >= maxFiles || builder.enclosures.some((one) => one.url === url)) return
  builder.enclosures.push({ url, type: attribute(field, 'type'), length: null })
}

/** Media RSS; a group or a content element may hold any of the others. https://www.rssboard.org/media-rss */
export const mediaRules: readonly [string, Rule<EntryBuilder>][] = [
  ['media:group', within(() => mediaTable)],
  ['media:content', within(() => mediaTable, addContent)],
  ['media:thumbnail', text(addThumbnail)],
  ['media:peerlink', text(addPeerLink)],
  [
    'media:title',
    text((builder, field) => {
      builder.mediaTitle ??= mediaText(field)
    }),
  ],
  ...named<EntryBuilder>(
    'media:description media:text',
    text((builder, field) => {
      builder.mediaDescription ??= mediaText(field)
    }),
  ),
  [
    'media:player',
    text((builder, field) => {
      builder.playerLink ??= addressIn(field, attribute(field, 'url') ?? lineOf(field))
    }),
  ],
  [
    'media:category',
    text((builder, field) => {
      const label = attribute(field, 'label')
      addCategory(builder, lineOf(field) ?? label, attribute(field, 'scheme') ?? defaultScheme, label)
    }),
  ],
  [
    'media:keywords',
    text((builder, field) => {
      for (const word of field.text().split(',')) addCategory(builder, tidyLine(word), null, null)
    }),
  ],
  [
    'media:credit',
    text((builder, field) => {
      const role = attribute(field, 'role') ?? 'author'
      if (role === 'author') addPerson(builder.mediaCredits, personFrom(field.text()))
    }),
  ],
]

const mediaTable: Table<EntryBuilder> = new Map(mediaRules)
