import type { Admitted, ArticleRef } from '../../core/domain/admission.ts'
import type { HostLease } from '../../core/domain/host-lease.ts'
import { toBytes, toHex } from './bytes.ts'
import { isPostgres, runOnList, runText, type Tx, together } from './dialect.ts'
import { hostsOfFeeds } from './feeds.ts'
import { hostsOf, lostAmong, lostLeases } from './hosts.ts'
import { listParameter } from './list-parameters.ts'
import type { LastNumbers } from './prints.ts'
import { storiesOf } from './stories.ts'

/* What has to be read before polls are written. It is asked all at once, since on PostgreSQL each wait for an answer takes longer than
   finding it. */

/** What the store says at the beginning of an admission, whichever polls are written. */
interface Place extends LastNumbers {
  readonly lost: ReadonlySet<HostLease>
  /** Ids for the new articles. */
  readonly ids: readonly number[]
  /** The host of each feed until now. */
  readonly hosts: ReadonlyMap<number, string>
}

/** The same, and the ids and stories of stored articles that the polls refer to by their keys. */
export interface WriteBasis extends Place {
  readonly idOf: ReadonlyMap<string, number>
  readonly storyOf: ReadonlyMap<string, string>
}

/** Reads what writing some polls needs, and which leases were lost. Valid until something is written. */
export async function readBasis(
  tx: Tx,
  list: readonly Admitted[],
  leases: readonly HostLease[] = [],
): Promise<WriteBasis> {
  const [place, idOf, storyOf] = await together(tx, [
    () => (isPostgres(tx) ? placeAtOnce(tx, list, leases) : placeByAndBy(tx, list, leases)),
    () => storedIds(tx, list),
    () => storiesOf(tx, besideOf(list)),
  ])
  return { ...place, idOf, storyOf }
}

const PLACE = `with held as materialized (select host, lease_token from host where host = any(?) for update)
  select 'change' as kind, position as n, null as host from derived_cursor where name = 'prints'
  union all select 'epoch', coalesce(max(n), 0), null from idf_epoch
  union all select 'lease', lease_token, host from held
  union all select 'feed', id, host from feed where id = any(?)
  union all select 'id', nextval((select pg_get_serial_sequence('article', 'id'))::regclass), null from generate_series(1, ?)`

interface PlaceRow {
  readonly kind: 'change' | 'epoch' | 'lease' | 'feed' | 'id'
  readonly n: number
  readonly host: string
}

async function placeAtOnce(tx: Tx, list: readonly Admitted[], leases: readonly HostLease[]): Promise<Place> {
  const feeds = listParameter('integer', feedsOf(list))
  const rows = await runText<PlaceRow>(tx, PLACE, [hostsOf(leases), feeds, newcomerCount(list)])
  const of = (kind: PlaceRow['kind']) => rows.filter((row) => row.kind === kind)
  return {
    change: of('change')[0]!.n,
    epoch: of('epoch')[0]!.n,
    lost: lostAmong(leases, new Map(of('lease').map(({ host, n }) => [host, n]))),
    ids: of('id').map(({ n }) => n),
    hosts: new Map(of('feed').map(({ n, host }) => [n, host])),
  }
}

/** With the id of the last article that was ever stored: ids are not used again. */
const LAST = `select position as change, (select coalesce(max(n), 0) from idf_epoch) as epoch,
  coalesce((select seq from sqlite_sequence where name = 'article'), 0) as article from derived_cursor where name = 'prints'`

async function placeByAndBy(tx: Tx, list: readonly Admitted[], leases: readonly HostLease[]): Promise<Place> {
  const [row] = await runText<{ change: number; epoch: number; article: number }>(tx, LAST, [])
  const { change, epoch, article } = row!
  return {
    change,
    epoch,
    lost: await lostLeases(tx, leases),
    ids: Array.from({ length: newcomerCount(list) }, (_, n) => article + 1 + n),
    hosts: await hostsOfFeeds(tx, feedsOf(list)),
  }
}

const newcomerCount = (list: readonly Admitted[]): number =>
  list.reduce((sum, { articles }) => sum + articles.length, 0)

/** The feeds whose rows are written. */
const feedsOf = (list: readonly Admitted[]): number[] => [
  ...new Set(list.flatMap(({ record, isPart }) => (isPart ? [] : record.feed.id))),
]

const besideOf = (list: readonly Admitted[]): string[] => [
  ...new Set(list.flatMap(({ articles }) => articles.flatMap(({ beside }) => beside ?? []))),
]

const IDS = 'select id, key from article where key in (*)'

/** The ids of the stored articles that are referred to by their keys. */
async function storedIds(tx: Tx, list: readonly Admitted[]): Promise<ReadonlyMap<string, number>> {
  const keys = new Set(list.flatMap(refsIn).flatMap((ref) => ('key' in ref ? ref.key : [])))
  const rows = await runOnList<{ id: number; key: Uint8Array }>(tx, IDS, [...keys].map(toBytes))
  return new Map(rows.map(({ id, key }) => [toHex(key), id]))
}

/** All references to articles; a reference by key comes from the prints in memory, and must lead to a stored article. */
export function refsIn({ entries, revisions, replaced }: Admitted): ArticleRef[] {
  return [
    ...entries.flatMap(({ article }) => article ?? []),
    ...revisions.map(({ of }) => of),
    ...replaced.flatMap(({ key, by }) => [{ key }, by]),
  ]
}
