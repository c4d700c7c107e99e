import { isStopWord } from '../stop-words.ts'
import { foldText } from '../words.ts'
import type { EntityKind } from './entity-kind.ts'
import { hanEntities } from './han.ts'
import { isPlace } from './places.ts'

/** A name found in a text: as written, and folded for comparison. */
export type Entity = { readonly kind: EntityKind; readonly text: string; readonly key: string }

const CAPITAL = "(?:(?:\\p{Lu}\\.){2,}|\\p{Lu}[\\p{L}\\p{M}\\p{N}'’&-]*)"
const RUN = new RegExp(`${CAPITAL}(?:\\s(?:(?:of|the|de|del|da|von|van|der|bin|al|for|и)\\s){0,2}${CAPITAL})*`, 'gu')
const ORGANISATION =
  /\b(?:inc|corp|corporation|ltd|llc|plc|gmbh|ag|co|company|bank|university|college|institute|ministry|department|party|group|council|court|agency|commission|committee|association|union|federation|foundation|senate|congress|parliament|police|army|navy|club|airlines|airways|times|post|news)\b/iu
const TITLES =
  'mr|mrs|ms|dr|sir|president|premier|minister|chancellor|senator|sen|rep|gov|governor|mayor|judge|justice|king|queen|prince|princess|pope|coach|ceo|general|captain|президент[а-я]*'
const HONORIFIC = new RegExp(`^(?:(?:${TITLES})\\.?\\s)+`, 'iu')
const AFTER_HONORIFIC = new RegExp(`(?:^|\\s)(?:${TITLES})\\.?\\s$`, 'iu')
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const DATE = new RegExp(
  `\\b(?:(?:${MONTH})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?\\s(?:${MONTH}))\\b(?:,?\\s\\d{4})?|\\b\\d{4}-\\d{2}-\\d{2}\\b|\\d{1,4}[年月]\\d{1,2}[月日](?:\\d{1,2}日)?`,
  'giu',
)

/**
 * Finds names by their form: runs of capitals, Chinese and Japanese suffixes, katakana, dates, and a small gazetteer.
 * Good enough for a label or for the entity layer of the `layered` policy; no decision rests on it alone.
 */
export function entities(text: string): Entity[] {
  const found = new Map<string, Entity>()
  const keep = (kind: EntityKind, written: string): void => {
    const key = foldText(written)
    if (!found.has(key)) found.set(key, { kind, text: written, key })
  }
  for (const [date] of text.matchAll(DATE)) keep('date', date)
  if (!isTitleCase(text)) for (const run of capitalRuns(text)) keep(run.kind, run.text)
  else for (const [word] of text.matchAll(/\p{L}+/gu)) if (isPlace(foldText(word))) keep('place', word)
  for (const { kind, text: written } of hanEntities(text)) keep(kind, written)
  return [...found.values()]
}

function capitalRuns(text: string): { kind: EntityKind; text: string }[] {
  const runs: { kind: EntityKind; text: string }[] = []
  for (const match of text.matchAll(RUN)) {
    const before = text.slice(Math.max(0, match.index - 20), match.index)
    const opens = /(?:^|[.!?…:\n]["'”’)]?\s*["'“‘(]*)$/u.test(before)
    const run = opens ? withoutOpening(match[0]) : match[0]
    const bare = run.replace(/['’]s?$/u, '')
    const written = bare.replace(HONORIFIC, '')
    if (written.length < 2 || isMonthOrDay(written)) continue
    runs.push({ kind: written === bare ? kindOf(written, before) : 'person', text: written })
  }
  return runs
}

/**
 * Drops the first word of a sentence, which is always capitalised: alone it is not a name, and a function word is no
 * part of one.
 */
function withoutOpening(run: string): string {
  const parts = run.split(/\s/u)
  if (isPlace(foldText(parts[0]!))) return run
  const rest = isStopWord(foldText(parts[0]!)) ? parts.slice(1) : parts
  return rest.length === 1 && parts.length === 1 ? '' : rest.join(' ')
}

function isMonthOrDay(written: string): boolean {
  return new RegExp(`^(?:${MONTH}|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?$`, 'iu').test(written)
}

function kindOf(written: string, before: string): EntityKind {
  if (AFTER_HONORIFIC.test(before)) return 'person'
  if (ORGANISATION.test(written)) return 'organisation'
  if (foldText(written).split(' ').some(isPlace)) return 'place'
  if (/^\p{Lu}{2,6}$/u.test(written)) return 'organisation'
  return /^\p{Lu}\p{Ll}+(?:\s\p{Lu}\.?)?(?:\s\p{Lu}[\p{L}'’-]+){1,2}$/u.test(written) ? 'person' : 'name'
}

/** False for a headline in capitals, in which every word looks like a name. */
function isTitleCase(text: string): boolean {
  const long = text.match(/\p{L}{5,}/gu) ?? []
  const capital = long.filter((word) => /^\p{Lu}/u.test(word)).length
  return capital > 2 && capital > 0.9 * long.length
}
