import parser from 'robots-parser'
import type { Reply } from '../domain/reply.ts'

/** What a host allows programs, by its robots.txt (RFC 9309). */
export type RobotsRules =
  | {
      readonly kind: 'rules'
      readonly allows: (url: string) => boolean
      /** The pause between two requests that it asks for. */
      readonly pauseMs: number
    }
  /** Nothing may be fetched until it can be read. */
  | { readonly kind: 'unavailable' }

/** More than RFC 9309 asks to be read; the rest of a longer file is left out. */
const MOST_BYTES = 512 * 1024
/** A longer pause than this would mean "never" to whoever waits for a page. */
const LONGEST_PAUSE_MS = 30_000

/** What we use of the parser, whose own types fit no module of today. */
type Parse = (
  url: string,
  text: string,
) => {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined
  readonly getCrawlDelay: (agent: string) => number | undefined
}
const parse = parser as unknown as Parse

const EVERYTHING: RobotsRules = { kind: 'rules', allows: () => true, pauseMs: 0 }

/** Reads the answer to a request for robots.txt; `agent` is the name by which rules may address us. */
export function readRobots(url: string, reply: Reply, agent: string): RobotsRules {
  if (reply.kind === 'noAnswer' || reply.status === 429 || reply.status >= 500) return { kind: 'unavailable' }
  // No such file, or one that is not shown to us: there are no rules.
  if (reply.status >= 300) return EVERYTHING
  const robots = parse(url, boundedRules(Buffer.from(reply.body.subarray(0, MOST_BYTES)).toString('utf8')))
  const delay = Number(robots.getCrawlDelay(agent) ?? 0)
  return {
    kind: 'rules',
    allows: (page) => robots.isAllowed(page.slice(0, LONGEST_ADDRESS), agent) ?? true,
    pauseMs: delay > 0 ? Math.min(delay * 1000, LONGEST_PAUSE_MS) : 0,
  }
}

/*
 * Comparing takes the product of rules, characters of a rule and characters of an address: a hostile file and address could take
 * minutes. A rule that is cut off forbids, or allows, more than it said.
 */
const LONGEST_ADDRESS = 1_000
const LONGEST_RULE = 250
const MOST_WILDCARDS = 4

const boundedRules = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .slice(0, LONGEST_RULE)
        .split('*')
        .slice(0, MOST_WILDCARDS + 1)
        .join('*'),
    )
    .join('\n')

/** Where the rules for an address are. */
export const robotsUrl = (url: string): string => new URL('/robots.txt', url).href

/** The name in a User-Agent that rules address: the part before the version. */
export const agentName = (userAgent: string): string => /^[^/\s]+/.exec(userAgent)?.[0] ?? 'Copytaster'
