import type { Generated } from 'kysely'

/* The tables as both databases have them: instants are integer milliseconds, booleans are 0 or 1, keys are bytes, lists
   and records are JSON text. */

export interface SourceRow {
  id: Generated<number>
  url_key: Uint8Array
  url: string
  /** Name and password of the address; in no other column. */
  login: string | null
  tab: string | null
  category: string | null
  name: string | null
  tier: string | null
  kind: string
  owner: string | null
  language: string | null
  max_items: number
  position: number
  origin: string
  created_at: number
  retired_at: number | null
  /** Whether every reader has it, or only those with a subscription. */
  shared: Generated<number>
  /** Whether its articles are compared with none of other feeds. */
  private: Generated<number>
  /** Whether the pages of its articles are fetched without being asked for. */
  full_text: Generated<number>
}

/** A reader's own view of a source; null where the source's own value holds. */
export interface SubscriptionRow {
  reader_id: number
  source_id: number
  tab: string | null
  category: string | null
  name: string | null
  tier: string | null
  max_items: number | null
  position: number | null
  hidden: Generated<number>
  /** Whether the reader filed or named the source otherwise than it was stored. */
  changed: Generated<number>
  since: number
  ended_at: number | null
  /** Null where the source's own value holds. */
  full_text: number | null
}

export interface FeedRow {
  id: Generated<number>
  source_id: number
  url: string
  host: string
  previous_urls: string
  title: string | null
  etag: string | null
  last_modified: string | null
  state: string
  next_at: number | null
  next_reason: string
  next_plan: string | null
  document_hash: string | null
  last_entries: Uint8Array
  history: string
}

export interface HostRow {
  host: string
  due_at: number | null
  lease_owner: string | null
  lease_until: number
  lease_token: number
  last_request_at: number | null
}

export interface PollRow {
  id: Generated<number>
  feed_id: number
  at: number
  duration_ms: number
  outcome: string
  succeeded: number
  failure: string | null
  http_status: number | null
  bytes: number
  entries: number
  new_articles: number
  valid_document: number | null
  consistent_dates: number | null
}

export interface FeedDayRow {
  feed_id: number
  day: number
  polls: number
  successes: number
  not_modified: number
  failures: string
  documents: number
  valid_documents: number
  dated_documents: number
  consistent_dates: number
  malformed: number
  new_articles: number
  duration_ms: number
  bytes: number
  stored_bytes: number
  left_out: number
}

export interface EntryRow {
  feed_id: number
  guid_key: Uint8Array
  url_key: Uint8Array | null
  raw_hash: Uint8Array
  first_seen_at: number
  disposition: string
  article_id: number | null
}

export interface ArticleRow {
  id: Generated<number>
  key: Uint8Array
  feed_id: number
  tab: string | null
  rss_category: string | null
  final_category: string | null
  final_category_version: number
  source_name: string
  publisher: string | null
  language: string | null
  title: string
  url: string | null
  url_key: Uint8Array | null
  guid: string
  author: string | null
  published_at: number
  first_seen_at: number
  backlog: number
  date_uncertain: number
  date_zone_assumed: number
  description: string | null
  categories: string
  media: string
  word_count: number
  partial_content: number
  content_hash: string
  provenance: string | null
  revision: number
  updated_at: number | null
}

export interface ArticleBodyRow {
  article_id: number
  html: string | null
  text: string | null
  sanitizer_version: number
}

/** The text of an article's own page; null columns where there is none yet. */
export interface FullTextRow {
  article_id: number
  /** The address that answered. */
  url: string | null
  html: string | null
  text: string | null
  word_count: number | null
  fetched_at: number | null
  sanitizer_version: number
  /** Of the last try: when, for which version of the article, and why it failed, if it did. */
  tried_at: number
  content_hash: string
  problem: string | null
  message: string | null
  retry_at: number | null
  failures: number
}

export interface RevisionRow {
  article_id: number
  n: number
  at: number
  title: string
  html: string | null
  text: string | null
  content_hash: string
  feed_id: number
  guid_key: Uint8Array
  sanitizer_version: number
}

export interface PrintRow {
  article_id: number
  change: number
  version: number
  value: Uint8Array
  /** 0, or the private feed whose articles alone it may be compared with. */
  scope: Generated<number>
}

export interface EventRow {
  id: Generated<number>
  at: number
  kind: string
  subject: string
  payload: string
  /** The only reader who may see it; null where the subject decides. */
  reader_id: number | null
}

export interface DerivedCursorRow {
  name: string
  position: number
}

/** The index itself differs between the databases: see search-sqlite.ts and search-postgres.ts. */
export interface SearchStaleRow {
  article_id: number
}

export interface MatchRow {
  article_key: Uint8Array
  other_key: Uint8Array
  layer: string
  measure: string
  value: number
  threshold: number
  relation: string
  veto: string | null
  rule: number
  epoch: number
}

export interface StoryRow {
  key: string
  lead_key: Uint8Array
  members: number
  newsrooms: number
  reprints: number
  first_at: number
  last_at: number
  settled_at: number
}

export interface StoryAliasRow {
  key: string
  story_key: string
}

export interface MembershipRow {
  article_id: number
  story_key: string
  cause: string
  copy_of: Uint8Array | null
  since: number
}

export interface LinkRow {
  article_key: Uint8Array
  other_key: Uint8Array
  holds: number
  layer: string
  measure: string
  value: number
  threshold: number
  veto: string | null
  evidence: string | null
}

export interface StoryConstraintRow {
  id: Generated<number>
  kind: string
  a_key: Uint8Array
  b_key: Uint8Array
  at: number
}

export interface IdfEpochRow {
  language: string
  n: number
  at: number
  value: Uint8Array
}

export interface ReaderRow {
  id: Generated<number>
  name: string
  profile: string | null
  created_at: number
  password_hash: string | null
  role: Generated<string>
  email: string | null
  seen_at: number | null
  /** JSON. */
  preferences: string | null
  active_at: number | null
  /** When the visit before the present one ended. */
  last_visit_at: number | null
}

/** A session, an API token or an app password; only the hash of the secret is stored. */
export interface TokenRow {
  id: Generated<number>
  hash: Uint8Array
  reader_id: number
  kind: string
  name: string | null
  scopes: string
  created_at: number
  used_at: number
  expires_at: number | null
}

/** A tab of a reader's own. */
export interface TabRow {
  reader_id: number
  key: string
  name: string
  position: number
  language: string | null
  item_limit: number | null
  created_at: number
}

export interface RuleRow {
  id: Generated<number>
  reader_id: number
  kind: string
  query: string
  created_at: number
  /** Articles up to this id were compared with it. */
  checked_to: number
}

/** An article that a rule is about. */
export interface RuleHitRow {
  reader_id: number
  article_id: number
  rule_id: number
  kind: string
}

export interface SavedSearchRow {
  id: Generated<number>
  reader_id: number
  name: string
  query: string
  as_tab: number
  created_at: number
  /** JSON: when its digest is made, and by which channels it is delivered; null without one. */
  digest: string | null
  digest_since: number | null
}

export interface SearchDigestRow {
  id: Generated<number>
  reader_id: number
  search_id: number
  local_date: string
  at: number
  made_at: number
  up_to: number
  value: string | null
}

export interface FollowedStoryRow {
  reader_id: number
  story_key: string
  since: number
  /** How many told it then. */
  newsrooms: number
}

export interface ReaderArticleRow {
  reader_id: number
  article_key: Uint8Array
  read_at: number | null
  saved_at: number | null
  skipped_at: number | null
  vote: number
  voted_at: number | null
}

export interface ReadAgainRow {
  reader_id: number
  article_key: Uint8Array
  at: number
}

export interface ScoreRow {
  reader_id: number
  article_id: number
  content_hash: string
  value: number
  parts: string
  inputs: string
  taken_at: number
  profile_version: number
}

export interface DigestRow {
  id: Generated<number>
  reader_id: number
  type: string
  local_date: string
  at: number
  made_at: number
  value: string
  topics: string
}

export interface DigestStoryRow {
  digest_id: number
  story_key: string
  rank: number
  articles: number
  newest_key: Uint8Array
  newest_seen_at: number
  shown_at: number
}

export interface DeliveryRow {
  id: Generated<number>
  subject: string
  channel: string
  recipient: string
  claimed_at: number
  settled_at: number | null
  outcome: string | null
  detail: string | null
}

export interface StoreRow {
  incarnation: string
  signing_key: string | null
  /** When a backup of it was last completed; null when that is not known. */
  backed_up_at: number | null
}

/** A process that shares the store. */
export interface WorkerRow {
  name: string
  kind: string
  version: string
  /** The names under which it holds jobs, as a JSON list. */
  pools: string
  leads: number
  started_at: number
  beat_at: number
}

/** A poll that one process prepared and another is to admit. */
export interface PreparedPollRow {
  id: Generated<number>
  owner: string
  payload: Uint8Array
  at: number
  /** What it came to, as JSON; null until it is admitted. */
  result: string | null
}

export interface Tables {
  store: StoreRow
  source: SourceRow
  subscription: SubscriptionRow
  feed: FeedRow
  host: HostRow
  poll: PollRow
  feed_day: FeedDayRow
  entry: EntryRow
  article: ArticleRow
  article_body: ArticleBodyRow
  full_text: FullTextRow
  revision: RevisionRow
  print: PrintRow
  match: MatchRow
  story: StoryRow
  story_alias: StoryAliasRow
  membership: MembershipRow
  link: LinkRow
  story_constraint: StoryConstraintRow
  idf_epoch: IdfEpochRow
  reader: ReaderRow
  reader_article: ReaderArticleRow
  read_again: ReadAgainRow
  token: TokenRow
  tab: TabRow
  rule: RuleRow
  rule_hit: RuleHitRow
  saved_search: SavedSearchRow
  search_digest: SearchDigestRow
  followed_story: FollowedStoryRow
  score: ScoreRow
  digest: DigestRow
  digest_story: DigestStoryRow
  delivery: DeliveryRow
  event: EventRow
  derived_cursor: DerivedCursorRow
  search: object
  search_stale: SearchStaleRow
  worker: WorkerRow
  prepared_poll: PreparedPollRow
}
