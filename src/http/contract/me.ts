import { z } from 'zod'
import { PAGE_LANGUAGES, THEMES } from '../../core/domain/reader-settings.ts'
import { isTimeZone } from '../../core/text/is-time-zone.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

export const visit = endpoint({
  method: 'POST',
  path: '/me/visit',
  tag: 'You',
  summary: 'Tell that you are reading now, on opening and every few minutes; gives since when everything is new to you',
  scope: 'write',
  answer: z.strictObject({
    /** When your last visit ended: a visit ends after 30 idle minutes. Null on the first. */
    since: instant.nullable(),
  }),
})

/** A local time, never, or (null) when the server makes it. */
const hour = z
  .union([
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .meta({ examples: ['07:30'] }),
    z.literal('off'),
  ])
  .nullable()

/** The most languages that one page holds. */
const MOST_LANGUAGES = 20

const fields = {
  /** Of the page; null: the browser's. */
  language: z.enum(PAGE_LANGUAGES).nullable(),
  theme: z.enum(THEMES),
  markOnScroll: z.boolean(),
  openOriginal: z.boolean(),
  /** IANA name; null: the server's. */
  zone: z.string().max(100).refine(isTimeZone, { error: 'must be the name of a time zone' }).nullable(),
  /** The languages of the front page and of digest sections, own first; empty: all. */
  languages: z
    .array(
      z
        .string()
        .regex(/^[a-z]{2,3}$/)
        .meta({ examples: ['en'] }),
    )
    .max(MOST_LANGUAGES),
  /** Whether digests are sent to you by mail. */
  digestMail: z.boolean(),
}

const settings = z
  .strictObject({
    ...fields,
    digestHours: z.strictObject({ morning: hour, midday: hour, evening: hour, weekly: hour }),
  })
  .meta({ id: 'Settings' })

export const getSettings = endpoint({
  method: 'GET',
  path: '/me/settings',
  tag: 'You',
  summary: 'What you chose for yourself',
  scope: 'read',
  answer: settings,
})

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/me/settings',
  tag: 'You',
  summary: 'Change some of your settings; gives all of them',
  scope: 'write',
  body: z.strictObject({ ...fields, digestHours: settings.shape.digestHours.partial() }).partial(),
  answer: settings,
})
