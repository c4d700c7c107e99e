import { atomText } from './atom-text.ts'
import type { FeedDraft } from './drafts.ts'
import { addressIn, attribute, lineOf, numberFrom } from './field.ts'
import { commonRules, rssText } from './fields-common.ts'
import { bylineRule, personRule, personRules } from './fields-person.ts'
import { podcastRules } from './fields-podcast.ts'
import { named, type Rule, type Table, text, widened, within } from './rule.ts'

const weekdays = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

const hours: Table<FeedDraft> = new Map<string, Rule<FeedDraft>>([
  [
    'hour',
    text((draft, field) => {
      // RSS 0.91 counted 1 to 24, RSS 2.0 counts 0 to 23.
      const hour = numberFrom(field.text())
      if (hour !== null && hour <= 24) draft.skipHours.add(hour % 24)
    }),
  ],
])

const days: Table<FeedDraft> = new Map<string, Rule<FeedDraft>>([
  [
    'day',
    text((draft, field) => {
      const day = field.text().trim().toLowerCase()
      if (weekdays.has(day)) draft.skipDays.add(day)
    }),
  ],
])

/** When to come back, in RSS's words and the syndication module's. */
const refreshRules: readonly [string, Rule<FeedDraft>][] = [
  [
    'ttl',
    text((draft, field) => {
      draft.ttlMinutes ??= numberFrom(field.text())
    }),
  ],
  ['skiphours', within(() => hours)],
  ['skipdays', within(() => days)],
  [
    'sy:updateperiod',
    text((draft, field) => {
      draft.updatePeriod ??= lineOf(field)?.toLowerCase() ?? null
    }),
  ],
  [
    'sy:updatefrequency',
    text((draft, field) => {
      draft.updateFrequency ??= numberFrom(field.text())
    }),
  ],
  [
    'sy:updatebase',
    text((draft, field) => {
      draft.updateBase ??= lineOf(field)
    }),
  ],
]

const imageParts: Table<FeedDraft> = new Map<string, Rule<FeedDraft>>([
  [
    'url',
    text((draft, field) => {
      draft.image ??= addressIn(field, lineOf(field))
    }),
  ],
])

function picture(name: 'icon' | 'logo' | 'imageFallback'): Rule<FeedDraft> {
  return text((draft, field) => {
    draft[name] ??= addressIn(field, attribute(field, 'url') ?? lineOf(field))
  })
}

const editor = bylineRule<FeedDraft>((draft) => draft.editors)

/** What a feed may hold besides its entries. */
export const feedTable: Table<FeedDraft> = new Map<string, Rule<FeedDraft>>([
  ...widened(commonRules),
  ...widened(personRules),
  ...widened(podcastRules),
  ...refreshRules,
  ...named<FeedDraft>(
    'description tagline',
    text((draft, field) => {
      draft.description ??= rssText(field)
    }),
  ),
  ...named<FeedDraft>(
    'atom:subtitle atom:tagline',
    text((draft, field) => {
      draft.description ??= atomText(field)
    }),
  ),
  ...named<FeedDraft>(
    'dc:description googleplay:description',
    text((draft, field) => {
      draft.descriptionFallback ??= rssText(field)
    }),
  ),
  [
    'atom:info',
    text((draft, field) => {
      draft.descriptionFallback ??= atomText(field)
    }),
  ],
  ...named('managingeditor dc:publisher webmaster', editor),
  ['itunes:owner', personRule((draft) => draft.editors)],
  [
    'lastbuilddate',
    text((draft, field) => {
      draft.updated = lineOf(field) ?? draft.updated
    }),
  ],
  [
    'generator',
    text((draft, field) => {
      draft.generator ??= lineOf(field)
    }),
  ],
  [
    'atom:generator',
    text((draft, field) => {
      draft.generator ??= lineOf(field)
      draft.generatorUrl ??= addressIn(field, attribute(field, 'uri') ?? attribute(field, 'url'))
    }),
  ],
  [
    'admin:generatoragent',
    text((draft, field) => {
      const agent = attribute(field, 'rdf:resource')
      draft.generator ??= agent
      draft.generatorUrl ??= agent
    }),
  ],
  ['image', within(() => imageParts)],
  ...named('atom:icon webfeeds:icon', picture('icon')),
  ...named('atom:logo webfeeds:logo', picture('logo')),
  ...named('media:thumbnail webfeeds:cover', picture('imageFallback')),
  ...named<FeedDraft>(
    'itunes:new-feed-url redirect:newlocation newlocation',
    text((draft, field) => {
      draft.newLocation ??= addressIn(field, lineOf(field))
    }),
  ),
])
