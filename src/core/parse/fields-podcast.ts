import { type CommonBuilder, type ItunesBuilder, itunesOf } from './builders.ts'
import { addressIn, attribute, lineOf, numberFrom, tidyLine } from './field.ts'
import { addCategory } from './fields-common.ts'
import { named, type Rule, type Table, text, within } from './rule.ts'

const explicitWords: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['explicit', true],
  ['no', false],
  ['false', false],
  ['clean', false],
])

/** The scheme that feedparser gives to Apple's categories. */
const appleScheme = 'http://www.itunes.com/'
const maxKeywords = 200

function line(name: 'title' | 'author' | 'subtitle' | 'summary' | 'duration' | 'episodeType'): Rule<CommonBuilder> {
  return fill((itunes, written) => {
    itunes[name] ??= tidyLine(written)
  })
}

function number(name: 'episode' | 'season' | 'order'): Rule<CommonBuilder> {
  return fill((itunes, written) => {
    itunes[name] ??= numberFrom(written)
  })
}

function fill(put: (itunes: ItunesBuilder, written: string) => void): Rule<CommonBuilder> {
  return text((builder, field) => put(itunesOf(builder), field.text()))
}

const image: Rule<CommonBuilder> = text((builder, field) => {
  itunesOf(builder).image ??= addressIn(field, attribute(field, 'href') ?? attribute(field, 'url') ?? lineOf(field))
})

const category: Rule<CommonBuilder> = within(
  () => categories,
  (builder, field) => addCategory(builder, tidyLine(attribute(field, 'text')), appleScheme, null),
)

const categories: Table<CommonBuilder> = new Map([['itunes:category', category]])

function addKeywords(itunes: ItunesBuilder, written: string): void {
  for (const word of written.split(written.includes(',') ? ',' : /\s+/)) {
    const keyword = tidyLine(word)
    if (keyword !== null && itunes.keywords.length < maxKeywords) itunes.keywords.push(keyword)
  }
}

/** Apple's and Google's podcast elements. https://podcasters.apple.com/support/823 */
export const podcastRules: readonly [string, Rule<CommonBuilder>][] = [
  ['itunes:title', line('title')],
  ['itunes:subtitle', line('subtitle')],
  ['itunes:summary', line('summary')],
  ['itunes:duration', line('duration')],
  ['itunes:episodetype', line('episodeType')],
  ['itunes:episode', number('episode')],
  ['itunes:season', number('season')],
  ['itunes:order', number('order')],
  ...named('itunes:author googleplay:author', line('author')),
  ...named('itunes:image googleplay:image', image),
  ['itunes:category', category],
  ['googleplay:category', category],
  ['itunes:keywords', fill(addKeywords)],
  [
    'itunes:explicit',
    fill((itunes, written) => {
      itunes.explicit ??= explicitWords.get(written.trim().toLowerCase()) ?? null
    }),
  ],
  [
    // Where podcasts put their picture before `itunes:image` existed.
    'itunes:link',
    text((builder, field) => {
      if (attribute(field, 'rel') === 'image') itunesOf(builder).image ??= addressIn(field, attribute(field, 'href'))
    }),
  ],
]
