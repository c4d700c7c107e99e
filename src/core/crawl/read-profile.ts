import { CrawlInputError, shown } from './crawl-input-error.ts'
import { compilePatterns } from './pattern.ts'
import { PatternError } from './pattern-syntax.ts'
import type { ConfidenceFigures, SourceProfile } from './profile.ts'
import { usualFigures } from './shipped-profiles.ts'
import { isZone } from './source-zone.ts'

type Fields = Readonly<Record<string, unknown>>

const listKeys = [
  'date_patterns',
  'section_labels',
  'noise_markers',
  'sponsored_markers',
  'exclusive_markers',
  'opinion_labels',
] as const
const knownKeys = new Set<string>([
  'name',
  'display_name',
  'timezone',
  'utc_offset',
  'date_order',
  'confidence',
  ...listKeys,
])

/** Validates a profile from outside; `at` is where it was, for the message. */
export function readProfile(value: unknown, at: string): SourceProfile {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CrawlInputError(at, `must be an object with name, timezone and date_patterns, got ${shown(value)}`)
  const fields = value as Fields
  const unknown = Object.keys(fields).find((key) => !knownKeys.has(key))
  if (unknown !== undefined) throw new CrawlInputError(`${at}.${unknown}`, 'is not a key of a profile')
  const list = (key: (typeof listKeys)[number]) => readList(fields[key], `${at}.${key}`)
  const profile: SourceProfile = {
    name: readName(fields.name, `${at}.name`),
    display_name: fields.display_name == null ? null : readText(fields.display_name, `${at}.display_name`),
    timezone: readZone(fields, at),
    date_order: readOrder(fields.date_order, `${at}.date_order`),
    date_patterns: readPatterns(list('date_patterns'), `${at}.date_patterns`),
    section_labels: list('section_labels'),
    noise_markers: list('noise_markers'),
    sponsored_markers: list('sponsored_markers'),
    exclusive_markers: list('exclusive_markers'),
    opinion_labels: list('opinion_labels'),
    confidence: readFigures(fields.confidence, `${at}.confidence`),
  }
  return profile
}

function readText(value: unknown, at: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new CrawlInputError(at, `must be text, got ${shown(value)}`)
  return value.trim()
}

/** The name is the first part of every story_id, so it must not contain the colon that follows it. */
function readName(value: unknown, at: string): string {
  const name = readText(value, at)
  if (!/^[\p{L}\p{N}._-]{1,64}$/u.test(name))
    throw new CrawlInputError(at, `must be 1 to 64 letters, digits, dots, dashes or underscores, got ${shown(name)}`)
  return name
}

function readZone(fields: Fields, at: string): string {
  const key = fields.timezone === undefined && fields.utc_offset !== undefined ? 'utc_offset' : 'timezone'
  const zone = readText(fields[key], `${at}.${key}`)
  if (!isZone(zone))
    throw new CrawlInputError(`${at}.${key}`, `must be a zone such as Asia/Hong_Kong or +08:00, got ${shown(zone)}`)
  return zone
}

function readOrder(value: unknown, at: string): 'dmy' | 'mdy' {
  if (value === undefined || value === 'dmy') return 'dmy'
  if (value === 'mdy') return 'mdy'
  throw new CrawlInputError(at, `must be dmy or mdy, got ${shown(value)}`)
}

function readList(value: unknown, at: string): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new CrawlInputError(at, `must be a list of texts, got ${shown(value)}`)
  return value.map((entry, index) => readText(entry, `${at}[${index}]`))
}

function readPatterns(patterns: readonly string[], at: string): readonly string[] {
  if (patterns.length === 0) throw new CrawlInputError(at, 'must hold at least one pattern')
  if (patterns.length > 50) throw new CrawlInputError(at, `must hold at most 50 patterns, got ${patterns.length}`)
  patterns.forEach((pattern, index) => {
    tryPatterns([pattern], `${at}[${index}]`)
  })
  tryPatterns(patterns, at)
  return patterns
}

function tryPatterns(patterns: readonly string[], at: string): void {
  try {
    compilePatterns(patterns)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    throw new CrawlInputError(at, `${error.message}${patterns.length === 1 ? `: ${shown(patterns[0])}` : ''}`)
  }
}

function readFigures(value: unknown, at: string): ConfidenceFigures {
  if (value === undefined) return usualFigures
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CrawlInputError(at, `must be an object of figures from 0 to 1, got ${shown(value)}`)
  for (const [key, figure] of Object.entries(value)) {
    if (!(key in usualFigures)) throw new CrawlInputError(`${at}.${key}`, 'is not a figure of a profile')
    if (typeof figure !== 'number' || !(figure >= 0 && figure <= 1))
      throw new CrawlInputError(`${at}.${key}`, `must be a number from 0 to 1, got ${shown(figure)}`)
  }
  return { ...usualFigures, ...value }
}
