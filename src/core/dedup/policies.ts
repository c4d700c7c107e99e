import { BODY_POLICY, type BodyPolicy, TITLE_POLICY, type TitlePolicy } from '../similar/policies.ts'
import { PAIR_POLICY, type PairPolicy } from './pair-rule.ts'

/** Names of the shipped policies, as `dedup.policy` in feeds.yaml has them. */
export const POLICY_NAMES = ['calibrated', 'layered', 'three-tier', 'newest-wins'] as const
export type PolicyName = (typeof POLICY_NAMES)[number]

/** Version of the rules, stored with each match. */
export const RULE_VERSION = 5

/** Which version is kept of two articles with the same guid or address. */
export type IdentityRule = 'revise' | 'richer' | 'skip' | 'newest'

export type TitleRule =
  | { readonly measure: 'soft-idf'; readonly thresholds: TitlePolicy; readonly numberVeto: boolean }
  | {
      readonly measure: 'jaccard'
      readonly threshold: number
      readonly shortThreshold: number
      readonly shortWords: number
      readonly hours: number
    }
  | { readonly measure: 'jaro-winkler'; readonly threshold: number; readonly numberVeto: boolean }
  | { readonly measure: 'levenshtein'; readonly over: number }

export type ContentRule =
  | { readonly measure: 'shingles'; readonly thresholds: BodyPolicy }
  | {
      readonly measure: 'fingerprints'
      readonly bits: number
      readonly bands: number
      readonly rows: number
      readonly jaccard: number
      readonly sentences: number
    }

export type EventRule =
  | { readonly measure: 'pair' }
  | { readonly measure: 'entities'; readonly jaccard: number; readonly hours: number; readonly least: number }

/** The measures and thresholds of one policy; the layers are the same for all. */
export interface DedupPolicy {
  readonly name: PolicyName
  /** `own-or-unique`: in one feed, and across feeds when the guid's form makes it unique. */
  readonly guidScope: 'own-or-unique' | 'all'
  readonly guid: IdentityRule
  readonly urlBy: 'urlKey' | 'address'
  readonly url: IdentityRule
  readonly title: TitleRule | null
  readonly content: ContentRule | null
  readonly event: EventRule | null
  /** The weights of the pair rule, by which stories are linked under every policy. */
  readonly pairs: PairPolicy
  /** What a fuzzy match does: `link` keeps both articles, `skip` drops the newcomer, `newest` drops the older of the two. */
  readonly onAlike: 'link' | 'skip' | 'newest'
  /** How long an article is compared with newcomers. */
  readonly windowDays: number
}

/** What `dedup` in feeds.yaml may change. */
export interface DedupSettings {
  readonly retentionDays?: number | undefined
  readonly numberVeto?: boolean | undefined
  readonly titleJaccard?: number | undefined
  readonly titleJaroWinkler?: number | undefined
  readonly titleSame?: number | undefined
  readonly linkCertainty?: number | undefined
  readonly bodyJaccard?: number | undefined
  /** Whether `newest-wins` also compares titles. */
  readonly titleStep?: boolean | undefined
}

/** The least length of the window: articles are pruned after so long, but may still be in their feed's document. */
const LEAST_WINDOW_DAYS = 14
const DEFAULT_RETENTION_DAYS = 30

/** A policy by its name, with the thresholds a user set. */
export function policyOf(name: PolicyName, settings: DedupSettings = {}): DedupPolicy {
  const windowDays = Math.max(settings.retentionDays ?? DEFAULT_RETENTION_DAYS, LEAST_WINDOW_DAYS)
  const pairs = { ...PAIR_POLICY, threshold: settings.linkCertainty ?? PAIR_POLICY.threshold }
  return { ...POLICIES[name](settings), pairs, name, windowDays }
}

type Rules = Omit<DedupPolicy, 'name' | 'windowDays' | 'pairs'>

const POLICIES: Readonly<Record<PolicyName, (settings: DedupSettings) => Rules>> = {
  calibrated: ({ titleSame, bodyJaccard, numberVeto }) => ({
    guidScope: 'own-or-unique',
    guid: 'revise',
    urlBy: 'urlKey',
    url: 'richer',
    title: {
      measure: 'soft-idf',
      thresholds: { ...TITLE_POLICY, same: titleSame ?? TITLE_POLICY.same },
      numberVeto: numberVeto ?? true,
    },
    content: { measure: 'shingles', thresholds: { ...BODY_POLICY, same: bodyJaccard ?? BODY_POLICY.same } },
    event: { measure: 'pair' },
    onAlike: 'link',
  }),
  layered: ({ titleJaccard, bodyJaccard }) => ({
    guidScope: 'all',
    guid: 'revise',
    urlBy: 'urlKey',
    url: 'richer',
    title: {
      measure: 'jaccard',
      threshold: titleJaccard ?? 0.85,
      shortThreshold: Math.max(0.95, titleJaccard ?? 0),
      shortWords: 5,
      hours: 72,
    },
    content: { measure: 'fingerprints', bits: 3, bands: 16, rows: 8, jaccard: bodyJaccard ?? 0.7, sentences: 2 },
    event: { measure: 'entities', jaccard: 0.8, hours: 24, least: 3 },
    onAlike: 'link',
  }),
  'three-tier': ({ titleJaroWinkler, numberVeto }) => ({
    guidScope: 'all',
    guid: 'skip',
    urlBy: 'address',
    url: 'skip',
    title: { measure: 'jaro-winkler', threshold: titleJaroWinkler ?? 0.85, numberVeto: numberVeto ?? true },
    content: null,
    event: null,
    onAlike: 'skip',
  }),
  'newest-wins': ({ titleStep }) => ({
    guidScope: 'all',
    guid: 'newest',
    urlBy: 'address',
    url: 'newest',
    title: titleStep === false ? null : { measure: 'levenshtein', over: 0.9 },
    content: null,
    event: null,
    onAlike: 'newest',
  }),
}
