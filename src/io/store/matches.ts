import type { NewMatch } from '../../core/domain/admission.ts'
import type { LayerName, Measure, Veto } from '../../core/domain/match.ts'
import { toBytes, toHex } from './bytes.ts'
import type { Db, Tx } from './dialect.ts'
import type { TableRows } from './insert-rows.ts'
import type { MatchRow } from './schema.ts'

const AGAIN = `on conflict (article_key, other_key, layer, measure) do update set value = excluded.value,
  threshold = excluded.threshold, relation = excluded.relation, veto = excluded.veto, rule = excluded.rule,
  epoch = excluded.epoch`

/** Matches to be stored; one found again replaces the earlier one. */
export function matchRows(matches: readonly NewMatch[]): TableRows {
  const rows = new Map(
    matches.map((match) => [`${match.article} ${match.with} ${match.layer} ${match.measure}`, toRow(match)]),
  )
  return { table: 'match', rows: [...rows.values()], tail: AGAIN }
}

/** Deletes matches of articles that no longer exist. */
export async function removeMatches(tx: Tx, keys: readonly Uint8Array[]): Promise<void> {
  await tx.deleteFrom('match').where('article_key', 'in', keys).execute()
  await tx.deleteFrom('match').where('other_key', 'in', keys).execute()
}

/** All matches of an article, its own and those of later articles, highest value first. */
export async function matchesOf(db: Db, key: string): Promise<NewMatch[]> {
  const own = toBytes(key)
  const rows = await db
    .selectFrom('match')
    .selectAll()
    .where((eb) => eb.or([eb('article_key', '=', own), eb('other_key', '=', own)]))
    .execute()
  return rows.map(toMatch).sort((a, b) => b.value - a.value || (a.with < b.with ? -1 : 1))
}

function toRow(match: NewMatch): MatchRow {
  return {
    article_key: toBytes(match.article),
    other_key: toBytes(match.with),
    layer: match.layer,
    measure: match.measure,
    value: match.value,
    threshold: match.threshold,
    relation: match.relation,
    veto: match.veto,
    rule: match.rule,
    epoch: match.epoch,
  }
}

function toMatch(row: MatchRow): NewMatch {
  return {
    article: toHex(row.article_key),
    with: toHex(row.other_key),
    layer: row.layer as LayerName,
    measure: row.measure as Measure,
    value: row.value,
    threshold: row.threshold,
    relation: row.relation as NewMatch['relation'],
    veto: row.veto as Veto | null,
    rule: row.rule,
    epoch: row.epoch,
  }
}
