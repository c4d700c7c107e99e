import { describe, expect, test } from 'vitest'
import { parseSettings } from './read-settings.ts'
import { starterFile } from './starter-file.ts'

const answers = { tab: 'en_news', tabName: null, urls: [], timezone: 'Asia/Taipei', schemaPath: null }
const own = ['https://a.example/rss']

/** The file after a person removed the marks in front of the lines that fit. */
const uncommented = (text: string, lines: RegExp) =>
  text
    .split('\n')
    .map((line) => (lines.test(line) ? line.replace(/# /, '') : line))
    .join('\n')

const EXAMPLE = /^ +# (- url| {2}(category|source_name|tier|kind|owner)):? /
const SETTING = /^ *# (schedule|interests|database):/

describe.each([
  ['without feeds', []],
  ['with feeds', own],
])('a first file %s', (_fact, urls) => {
  const text = starterFile({ ...answers, urls })
  const sourcesOf = (file: string) => parseSettings(file, 'feeds.yaml', []).settings.tabs.en_news!.sources

  test('is read without a fault', () => {
    expect(sourcesOf(text).map(({ url }) => url)).toEqual(urls)
  })

  test('is read with its example taken into use', () => {
    const [last, ...before] = [...sourcesOf(uncommented(text, EXAMPLE))].reverse()
    expect(last).toMatchObject({ url: 'https://feeds.example.org/world', category: 'World', tier: 'T2' })
    expect(before.map(({ url }) => url)).toEqual(urls)
  })

  test('is read with only the address of its example taken into use', () => {
    expect(sourcesOf(uncommented(text, /# - url/)).length).toBe(urls.length + 1)
  })

  test('is read with every other proposal taken into use', () => {
    const { settings } = parseSettings(uncommented(text, SETTING), 'feeds.yaml', [])
    expect(settings.interests).toEqual({ semiconductors: 1, 'climate policy': 0.6 })
  })
})
