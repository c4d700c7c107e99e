import { atomText } from './atom-text.ts'
import type { FeedBuilder } from './builders.ts'
import { addressIn, attribute, type Field, lineOf, numberFrom } from './field.ts'
import { commonRules, rssText } from './fields-common.ts'
import { bylineRule, personRule, personRules } from './fields-person.ts'
import { podcastRules } from './fields-podcast.ts'
import { named, type Rule, type Table, text, widened, within } from './rule.ts'

const weekdays = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

const hours: Table<FeedBuilder> = new Map<string, Rule<FeedBuilder>>([
  [
    'hour',
    text((builder, field) => {
      // RSS 0.91 counts hours from 1 to 24, RSS 2.0 from 0 to 23.
      const hour = numberFrom(field.text())
      if (hour !== null && hour <= 24) builder.skipHours.add(hour % 24)
    }),
  ],
])

const days: Table<FeedBuilder> = new Map<string, Rule<FeedBuilder>>([
  [
    'day',
    text((builder, field) => {
      const day = field.text().trim().toLowerCase()
      if (weekdays.has(day)) builder.skipDays.add(day)
    }),
  ],
])

/** Update intervals, by RSS's own elements and the syndication module's. */
const refreshRules: readonly [string, Rule<FeedBuilder>][] = [
  [
    'ttl',
    text((builder, field) => {
      builder.ttlMinutes ??= numberFrom(field.text())
    }),
  ],
  ['skiphours', within(() => hours)],
  ['skipdays', within(() => days)],
  [
    'sy:updateperiod',
    text((builder, field) => {
      builder.updatePeriod ??= lineOf(field)?.toLowerCase() ?? null
    }),
  ],
  [
    'sy:updatefrequency',
    text((builder, field) => {
      builder.updateFrequency ??= numberFrom(field.text())
    }),
  ],
  [
    'sy:updatebase',
    text((builder, field) => {
      builder.updateBase ??= lineOf(field)
    }),
  ],
]

const imageParts: Table<FeedBuilder> = new Map<string, Rule<FeedBuilder>>([
  [
    'url',
    text((builder, field) => {
      builder.image ??= addressIn(field, lineOf(field))
    }),
  ],
])

function picture(name: 'icon' | 'logo' | 'imageFallback'): Rule<FeedBuilder> {
  return text((builder, field) => {
    builder[name] ??= addressIn(field, attribute(field, 'url') ?? lineOf(field))
  })
}

const image: Rule<FeedBuilder> = picture('imageFallback')

/** Media RSS about the channel: of a group or a content element only pictures count. */
const mediaParts: Table<FeedBuilder> = new Map<string, Rule<FeedBuilder>>([
  ['media:thumbnail', image],
  ['media:content', within(() => mediaParts, addPicture)],
])

function addPicture(builder: FeedBuilder, field: Field): void {
  const isPicture = attribute(field, 'medium') === 'image' || /^image\//i.test(attribute(field, 'type') ?? '')
  if (isPicture) builder.imageFallback ??= addressIn(field, attribute(field, 'url'))
}

/** The rules inside a feed, besides its entries. */
export const feedTable: Table<FeedBuilder> = new Map<string, Rule<FeedBuilder>>([
  ...widened(commonRules),
  ...widened(personRules),
  ...widened(podcastRules),
  ...refreshRules,
  ...named<FeedBuilder>(
    'description tagline',
    text((builder, field) => {
      builder.description ??= rssText(field)
    }),
  ),
  ...named<FeedBuilder>(
    'atom:subtitle atom:tagline',
    text((builder, field) => {
      builder.description ??= atomText(field)
    }),
  ),
  ...named<FeedBuilder>(
    'dc:description googleplay:description',
    text((builder, field) => {
      builder.descriptionFallback ??= rssText(field)
    }),
  ),
  [
    'atom:info',
    text((builder, field) => {
      builder.descriptionFallback ??= atomText(field)
    }),
  ],
  ['managingeditor', bylineRule((builder) => builder.editors)],
  ...named(
    'dc:publisher webmaster',
    bylineRule<FeedBuilder>((builder) => builder.staff),
  ),
  ['itunes:owner', personRule((builder) => builder.editors)],
  [
    'lastbuilddate',
    text((builder, field) => {
      builder.updated = lineOf(field) ?? builder.updated
    }),
  ],
  [
    'generator',
    text((builder, field) => {
      builder.generator ??= lineOf(field)
    }),
  ],
  [
    'atom:generator',
    text((builder, field) => {
      builder.generator ??= lineOf(field)
      builder.generatorUrl ??= addressIn(field, attribute(field, 'uri') ?? attribute(field, 'url'))
    }),
  ],
  [
    'admin:generatoragent',
    text((builder, field) => {
      const agent = attribute(field, 'rdf:resource')
      builder.generator ??= agent
      builder.generatorUrl ??= agent
    }),
  ],
  ['image', within(() => imageParts)],
  ...named('atom:icon webfeeds:icon', picture('icon')),
  ...named('atom:logo webfeeds:logo', picture('logo')),
  ['webfeeds:cover', image],
  ['media:group', within(() => mediaParts)],
  ...mediaParts,
  ...named<FeedBuilder>(
    'itunes:new-feed-url redirect:newlocation newlocation',
    text((builder, field) => {
      builder.newLocation ??= addressIn(field, lineOf(field))
    }),
  ),
])
