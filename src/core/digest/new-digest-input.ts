import type { DigestInput } from './digest-input.ts'
import { DIGEST_POLICY } from './digest-policy.ts'

type Needed = 'type' | 'zone' | 'at' | 'window' | 'topics' | 'articles' | 'stories'

/** The input of a digest for a caller who knows only the news: no tabs, no earlier digest, nothing about feeds. */
export function newDigestInput(known: Pick<DigestInput, Needed> & Partial<DigestInput>): DigestInput {
  return {
    vanished: [],
    older: [],
    events: new Map(),
    newsroomsOfEvents: new Map(),
    health: { ...NOTHING_POLLED, newArticles: known.articles.length },
    notRead: [],
    previous: null,
    pastCorroborated: [],
    languages: [],
    followed: new Set(),
    tabs: [],
    mostOfFeed: new Map(),
    leaderWarnings: [],
    methodNote: null,
    corrections: [],
    policy: DIGEST_POLICY,
    ...known,
  }
}

const NOTHING_POLLED = {
  polled: 0,
  successful: 0,
  errors: 0,
  successRate: null,
  duplicatesRemoved: 0,
  unhealthy: [],
  dead: [],
}
