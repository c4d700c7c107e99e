import { expect, test } from 'vitest'
import { z } from 'zod'
import { deliveryReason } from '../../../http/contract/deliveries.ts'
import { feedNote, pollAnswer, stateReason, visitReason } from '../../../http/contract/feed-reasons.ts'
import { findingReason } from '../../../http/contract/finding-reasons.ts'
import { scoreReason } from '../../../http/contract/score-reasons.ts'
import { userReason } from '../../../http/contract/user-reasons.ts'
import { type Said, say } from '../../reason-texts.ts'
import { LANGUAGES, loadTexts } from '../texts.ts'
import type { Reasons } from './en.ts'

/* Every code of the contract has a text in every language, whatever its values are. */

type Coded = { readonly code: string }

const TABLES: Readonly<Record<string, readonly [z.ZodDiscriminatedUnion, (reasons: Reasons) => unknown]>> = {
  StateReason: [stateReason, ({ state }) => state],
  FeedNote: [feedNote, ({ notes }) => notes],
  VisitReason: [visitReason, ({ visit }) => visit],
  PollAnswer: [pollAnswer, ({ visit }) => visit],
  ScoreReason: [scoreReason, ({ score }) => score],
  FindingReason: [findingReason, ({ finding }) => finding],
  Cure: [findingReason, ({ cure }) => cure],
  DeliveryReason: [deliveryReason, ({ delivery }) => delivery],
  UserReason: [userReason, ({ user }) => user],
}

/** Values of a schema that a text may treat apart: one and many, each word, known and unknown. */
function valuesOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodLiteral) return [schema.value]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodNullable) return [null, ...valuesOf(schema.unwrap() as z.ZodType)]
  if (schema instanceof z.ZodNumber) return [1, 2, 90, 1_234, 10_080]
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodNull) return [null]
  if (schema instanceof z.ZodArray) return [['007', '008']]
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODateTime) return ['007']
  throw new Error(`no values for ${schema.def.type}`)
}

/** Records of one code that together have every value of every field. */
function samplesOf(option: z.ZodObject): readonly Coded[] {
  const fields = Object.entries(option.shape).map(([name, schema]) => [name, valuesOf(schema as z.ZodType)] as const)
  const most = Math.max(...fields.map(([, values]) => values.length))
  return Array.from(
    { length: most },
    (_, at) => Object.fromEntries(fields.map(([name, values]) => [name, values[at % values.length]])) as Coded,
  )
}

const cases = Object.entries(TABLES).flatMap(([name, [union, tableOf]]) =>
  (union.options as readonly z.ZodObject[]).flatMap((option) =>
    samplesOf(option).map((said) => [name, JSON.stringify(said), said, tableOf] as const),
  ),
)

test('there are many', () => expect(cases.length).toBeGreaterThan(60))

const MISSING = 'no text'

/** Names of settings and headers stay as they are. */
const NAMES = /fetch\.\w+|Cache-Control|Expires|skipHours|skipDays|ttl|MB|Node|delivery|URL|OPML|JSON|https?:|OR/g

test.each(cases)('%s %s is told in every language', async (_name, _json, said, tableOf) => {
  const told = await Promise.all(
    LANGUAGES.map(async (language) => {
      const { reasons } = await loadTexts[language]()
      return [language, say(tableOf(reasons) as Said<Coded>, said, MISSING)] as const
    }),
  )
  const texts = told.map(([, text]) => text)
  for (const text of texts) expect(text).not.toMatch(/undefined|null|NaN|\[object|no text|^\s*$/)
  expect(texts.slice(1)).not.toContain(texts[0])
  for (const [language, text] of told)
    if (/^(?:zh|ja)/.test(language)) expect(text.replace(NAMES, '')).not.toMatch(/[a-z]{3}/i)
})
