import * as z from 'zod'
import { CUT_PASSWORD } from '../../core/domain/user-reason.ts'
import { durationMs } from '../../core/text/duration.ts'
import { isTimeZone } from '../../core/text/is-time-zone.ts'
import { isUrl } from '../../core/text/is-url.ts'
import { hasCutPassword, splitLogin } from '../../core/text/login.ts'
import { isAddressOrRange, isAllowedAddress } from '../fetch/address-guard.ts'
import { byteSize } from './byte-size.ts'
import { camelKeys } from './camel-keys.ts'
import { isCron } from './is-cron.ts'

/* The one definition of feeds.yaml: the reader validates with it, the JSON Schema for editors is generated from it, and
   the names of COPYTASTER_* variables and of --set are its paths. `error` completes the sentence "KEY …, got VALUE". */

const duration = (description: string) =>
  z
    .string({ error: 'must be a length of time with a unit, such as 10s, 15m or 24h' })
    .refine((text) => durationMs(text) !== null, {
      error: 'must be a length of time with a unit, such as 10s, 15m or 24h',
    })
    .transform((text) => durationMs(text) ?? 0)
    .describe(description)

const size = (description: string) =>
  z
    .string({ error: 'must be a size with a unit, such as 10MB or 512KiB' })
    .refine((text) => byteSize(text) !== null, { error: 'must be a size with a unit, such as 10MB or 512KiB' })
    .transform((text) => byteSize(text) ?? 0)
    .describe(description)

const whole = (from: number, to: number, description: string) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z.int({ error }).min(from, { error }).max(to, { error }).describe(description)
}

const share = (description: string) => {
  const error = 'must be a number from 0 to 1'
  return z.number({ error }).min(0, { error }).max(1, { error }).describe(description)
}

const text = (description: string) =>
  z.string({ error: 'must be text' }).trim().min(1, { error: 'must not be empty' }).describe(description)

const onOff = (description: string) =>
  z
    .union([z.boolean(), z.enum(['on', 'off']).transform((word) => word === 'on')], { error: 'must be on or off' })
    .describe(description)

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).describe(description)

const webAddress = (description: string) =>
  z
    .string({ error: 'must be an http or https address' })
    .trim()
    .refine((raw) => !hasCutPassword(raw), { error: CUT_PASSWORD, abort: true })
    .refine(isWebAddress, { error: 'must be an http or https address' })
    .describe(description)

function isWebAddress(raw: string): boolean {
  return isUrl(raw) && /^https?:$/.test(new URL(raw).protocol)
}

const zone = (description: string) =>
  z
    .string({ error: 'must be the name of a time zone, such as Asia/Taipei' })
    .refine(isTimeZone, { error: 'must be the name of a time zone, such as Asia/Taipei' })
    .describe(description)

const source = z
  .strictObject(
    {
      url: webAddress('Where the feed is.'),
      category: text('The category its articles are filed under, shown untouched.').optional(),
      source_name: text("The name shown; else the feed's own title.").optional(),
      tier: z
        .enum(['T1', 'T2', 'T3', 'T4', 'T5'], { error: 'must be T1 to T5' })
        .describe('Authority; else the shipped registry, else T3.')
        .optional(),
      kind: oneOf(
        ['breaking', 'major', 'blog', 'weekly', 'dormant'],
        'How often it publishes: the starting interval.',
      ).default('major'),
      private: z
        .boolean({ error: 'must be true or false' })
        .describe('Its articles are compared with those of no other feed; always so for an address with a login.')
        .optional(),
      full_text: z
        .boolean({ error: 'must be true or false' })
        .describe('Fetch the page of each new article for its full text; never so for a private source.')
        .optional(),
      owner: text("Publisher family; else the registrable domain of the article's address.").optional(),
    },
    { error: 'must be a source with at least a url' },
  )
  .transform(camelKeys)

const tab = z
  .strictObject(
    {
      name: text('The name shown.').optional(),
      language: z
        .string({ error: 'must be a language code, such as zh, en or ja' })
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: 'must be a language code, such as zh, en or ja' })
        .describe("Language of its sources; default: the tab's prefix (zh_, en_, ja_).")
        .optional(),
      item_limit_per_category: whole(1, 1000, 'How many items the tab finally shows.').default(5),
      max_items_per_feed: whole(
        1,
        10_000,
        'How many of the newest articles of a feed the tab selects from; all are stored.',
      ).default(20),
      sources: z.array(source, { error: 'must be a list of sources' }).prefault([]).describe('The feeds of this tab.'),
    },
    { error: 'must be a tab: a name and its sources' },
  )
  .transform(camelKeys)

const attempt = (timeout: string, retries: readonly string[], description: string) =>
  z
    .strictObject({
      timeout: duration('Longest wait for one answer.').prefault(timeout),
      retries: z
        .array(duration('Pause before a further try.'), { error: 'must be a list of pauses, such as [1s, 2s]' })
        .max(10, { error: 'must have at most 10 pauses' })
        .prefault([...retries]),
    })
    .prefault({})
    .describe(description)

const AGENT_ERROR = 'must be printable ASCII on one line'

const opened = z.string().refine(isAllowedAddress, {
  error: 'must hold IP addresses, address:port pairs or CIDR blocks',
})

const fetch = z
  .strictObject({
    once: attempt('10s', ['1s', '2s'], 'Time-outs of run and poll, where somebody waits.'),
    daemon: attempt('30s', ['60s'], 'Time-outs of serve and worker, where nothing is blocked meanwhile.'),
    concurrency: whole(1, 1000, 'Requests under way at once.').default(64),
    per_host: whole(1, 16, 'Requests under way at once to one host (name and port).').default(1),
    host_pause: duration('Pause between two requests to one host.').prefault('1s'),
    max_bytes: size('Largest document read, after decompression.').prefault('10MB'),
    max_articles_per_feed_per_day: whole(1, 1_000_000, 'New articles taken from one feed in a day (UTC).').default(
      2000,
    ),
    max_stored_per_feed_per_day: size('Size of the articles taken from one feed in a day (UTC).').prefault('50MB'),
    user_agent: z
      .string({ error: AGENT_ERROR })
      .regex(/^[\x20-\x7e]+$/, { error: AGENT_ERROR })
      .describe('The User-Agent sent to publishers.')
      .optional(),
    allow_private_networks: z
      .union([z.boolean(), z.array(opened)], { error: 'must be true, false or a list of addresses' })
      .default(false)
      .describe('Private and loopback addresses that may be fetched; a list opens just those.'),
  })
  .transform(camelKeys)

const dedup = z
  .strictObject({
    policy: oneOf(['calibrated', 'layered', 'three-tier', 'newest-wins'], 'Which rules decide.').default('calibrated'),
    retention_days: whole(1, 3650, 'How many days articles are kept.').default(30),
    number_veto: onOff('Titles with different numbers are different stories.').default(true),
    title_step: onOff('Whether newest-wins compares the titles of one source, after guids and addresses.').default(
      true,
    ),
    title_jaccard: share('How alike two titles must be under layered.').optional(),
    title_jaro_winkler: share('How alike two titles must be under three-tier.').optional(),
    title_same: share('How alike two titles must be to be one article under calibrated.').optional(),
    link_certainty: share('How sure it must be that two articles tell one event for a story to hold both.').optional(),
    body_jaccard: share('How alike two bodies must be to be one article.').optional(),
  })
  .transform(camelKeys)

const weights = z
  .strictObject({
    authority: share('Weight of the source.').default(0.25),
    recency: share('Weight of age.').default(0.2),
    corroboration: share('Weight of independent newsrooms.').default(0.2),
    relevance: share("Weight of the reader's interests.").default(0.2),
    depth: share('Weight of length and substance.').default(0.15),
  })
  .refine((parts) => Math.abs(Object.values(parts).reduce((sum, part) => sum + part, 0) - 1) < 1e-9, {
    error: 'must add up to 1',
  })

const score = z.strictObject({
  lambda: share('Decay of recency per hour; weekly digests use 0.01 unless this is set.').optional(),
  weights: weights.prefault({}).describe('The five parts of importance; they add up to 1.'),
  corroboration: oneOf(['newsrooms', 'feeds'], 'What counts as an independent witness.').default('newsrooms'),
})

const topics = z.strictObject({
  method: oneOf(['stories', 'dbscan', 'ward', 'online-kmeans'], 'How articles are grouped.').default('stories'),
  count: whole(1, 5000, 'Make so many topics, by Ward linkage whatever the method.').optional(),
})

const CRON_ERROR = 'must be five cron fields that name a time, such as "0 7 * * *"'

const cron = (description: string) =>
  z.string({ error: CRON_ERROR }).refine(isCron, { error: CRON_ERROR }).describe(description)

const digest = z
  .strictObject({
    window: duration('How far back a digest looks.').prefault('24h'),
    timezone: zone("The reader's time zone; else the machine's.").optional(),
    minimum_importance: z
      .number({ error: 'must be a number from 0 to 100' })
      .min(0, { error: 'must be a number from 0 to 100' })
      .max(100, { error: 'must be a number from 0 to 100' })
      .default(15)
      .describe('Articles below it are left out.'),
    breaking: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .describe(
        'Send word between digests of what cannot wait: at least 80, T1, three newsrooms, under two hours old.',
      ),
    schedule: z
      .strictObject({
        morning: cron('When the morning brief is made.').default('0 7 * * *'),
        midday: cron('When the midday update is made.').default('0 12 * * *'),
        evening: cron('When the evening recap is made.').default('0 18 * * *'),
        weekly: cron('When the weekly roundup is made.').default('0 8 * * 6'),
      })
      .prefault({})
      .describe("Cron lines in the reader's time zone."),
  })
  .transform(camelKeys)

const MAIL_ERROR = 'must be a mail address'

const mailAddress = (description: string) =>
  z
    .string({ error: MAIL_ERROR })
    .regex(/^[^\u0000-\u001f]+@[^\u0000-\u001f@]+$/, { error: MAIL_ERROR })
    .describe(description)

const secretFrom = {
  password_env: text('Name of the environment variable that holds the password.').optional(),
  password_file: text('File that holds the password.').optional(),
}

const TOPIC_ERROR = 'must be 1 to 64 letters, digits, hyphens or underscores'

const delivery = z.strictObject({
  email: z
    .strictObject({
      host: text('SMTP server.'),
      port: whole(1, 65_535, 'Its port.').default(587),
      security: oneOf(
        ['tls', 'starttls', 'plain'],
        'How the connection is kept private; default: tls at port 465, plain on this machine, else starttls.',
      ).optional(),
      user: text('Name to log in with.').optional(),
      ...secretFrom,
      from: mailAddress("The sender's address."),
      to: z.array(mailAddress("A reader's address."), { error: 'must be a list of addresses' }),
    })
    .transform(camelKeys)
    .optional()
    .describe('Send digests by mail.'),
  webhook: z
    .strictObject({
      url: webAddress('Where digests are posted.'),
      secret_env: text('Name of the environment variable that holds the signing secret.').optional(),
      secret_file: text('File that holds the signing secret.').optional(),
    })
    .transform(camelKeys)
    .optional()
    .describe('Post digests to an address.'),
  ntfy: z
    .strictObject({
      server: webAddress('The ntfy server.').default('https://ntfy.sh'),
      topic: z
        .string({ error: TOPIC_ERROR })
        .regex(/^[-_A-Za-z0-9]{1,64}$/, { error: TOPIC_ERROR })
        .describe(
          'The topic to publish to. On an open server whoever knows it can read along: choose one that is hard to guess.',
        ),
      token_env: text('Name of the environment variable that holds the access token.').optional(),
      token_file: text('File that holds the access token.').optional(),
    })
    .transform(camelKeys)
    .optional()
    .describe('Push digests and alerts to phones by ntfy.'),
  file: z
    .strictObject({
      folder: text('Folder the digests are written to.'),
      formats: z
        .array(oneOf(['md', 'html', 'email', 'json', 'atom', 'rss'], 'A format.'))
        .default(['md', 'html'])
        .describe('The formats to write.'),
    })
    .optional()
    .describe('Write digests to a folder.'),
})

const LISTEN_ERROR = 'must be address:port, such as 127.0.0.1:8787'
const isListenAddress = (at: string) =>
  /^(\[[0-9a-f:]+\]|[^:\s]+):\d{1,5}$/i.test(at) && Number(at.split(':').at(-1)) <= 65_535

const server = z
  .strictObject({
    listen: z
      .string({ error: `${LISTEN_ERROR}, or unix: with the path of a socket file` })
      .refine((at) => isListenAddress(at) || /^unix:./.test(at), {
        error: `${LISTEN_ERROR}, or unix: with the path of a socket file`,
      })
      .default('127.0.0.1:8787')
      .describe(
        'Where the page and the API are served: `address:port`, or `unix:/run/copytaster.sock` for a socket file.',
      ),
    metrics_listen: z
      .string({ error: LISTEN_ERROR })
      .refine(isListenAddress, { error: LISTEN_ERROR })
      .optional()
      .describe('Where `/metrics` is served to whoever can reach it; without it, only to tokens of administrators.'),
    log: oneOf(['off', 'json'], 'Whether each request is logged, as a line of JSON.').default('off'),
    log_file: text('The file for the log; default: standard error.').optional(),
    images: oneOf(
      ['https', 'proxy', 'off'],
      'Pictures of articles: straight from publishers that encrypt them and through this server from others; always through this server, so that publishers do not see readers; or none.',
    ).default('https'),
    trusted_proxies: z
      .array(
        text('An address or a range, such as 10.0.0.0/8.').refine(isAddressOrRange, {
          error: 'must be an IP address or a range, such as 10.0.0.0/8',
        }),
        { error: 'must be a list of addresses' },
      )
      .default([])
      .describe('Proxies in front of the server whose word about the address of a visitor is taken.'),
    base_url: webAddress('The address readers use, for links in mails and feeds.')
      .refine((url) => splitLogin(url).login === null, { error: 'must not carry a login: every reader sees it' })
      .optional(),
  })
  .transform(camelKeys)

const interestError = 'must be a weight from 0 to 1'

export const settingsSchema = z
  .strictObject(
    {
      tabs: z
        .record(text('A tab.'), tab, { error: 'must be the tabs, each with its sources' })
        .prefault({})
        .describe('The tabs, each with its sources.'),
      fetch: fetch.prefault({}).describe('How feeds are fetched.'),
      dedup: dedup.prefault({}).describe('When two articles are duplicates, or one story.'),
      score: score.prefault({}).describe('How importance is computed.'),
      topics: topics.prefault({}).describe('How a digest is grouped.'),
      digest: digest.prefault({}).describe('The contents and the schedule of digests.'),
      interests: z
        .record(
          z.string(),
          z.number({ error: interestError }).min(0, { error: interestError }).max(1, { error: interestError }),
        )
        .default({})
        .describe('Subjects and how much they matter, 0 to 1.'),
      delivery: delivery.prefault({}).describe('Where digests are delivered.'),
      server: server.prefault({}).describe('The page and the API.'),
      database: z
        .string({ error: 'must be sqlite:FILE or postgres://…' })
        .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, { error: 'must be sqlite:FILE or postgres://…' })
        .default('sqlite:copytaster.db')
        .describe('The address of the database.'),
      database_direct: z
        .string({ error: 'must be postgres://…' })
        .regex(/^postgres(ql)?:\/\/.+$/, { error: 'must be postgres://…' })
        .optional()
        .describe(
          'The same PostgreSQL without a transaction pooler, where `database` goes through one: jobs and the election of the process that admits need a session.',
        ),
    },
    { error: 'must be the sections of feeds.yaml, such as tabs and fetch' },
  )
  .transform(camelKeys)

export type Settings = z.output<typeof settingsSchema>
