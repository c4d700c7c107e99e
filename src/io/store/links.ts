import { setImmediate } from 'node:timers/promises'
import type { LayerName, Veto } from '../../core/domain/match.ts'
import type { PairEvidence } from '../../core/domain/pair-evidence.ts'
import type { LinkMeasure, StoryLink } from '../../core/domain/story.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, type Tx } from './dialect.ts'
import { chunksOf } from './in-steps.ts'
import { insertRows } from './insert-rows.ts'
import type { LinkRow } from './schema.ts'

/** How `holds` stores a spare link. */
const SPARE = 2

/** Articles whose links are compared in one query, and those whose links are written in one unit. */
const AT_ONCE = 500
const ARTICLES_A_UNIT = 24

/** The links of an article, to be written in place of those that are stored. */
export interface ArticleLinks {
  readonly article: string
  readonly links: readonly StoryLink[]
}

/** Of articles and their links those that differ from what is stored, in small lists. */
export async function changedLinks(
  db: Db,
  articles: readonly string[],
  links: readonly StoryLink[],
): Promise<(readonly ArticleLinks[])[]> {
  const wanted = groupByArticle(links)
  const changed: ArticleLinks[] = []
  for (const batch of chunksOf(articles, AT_ONCE)) {
    const stored = groupByArticle(await linksFrom(db, batch))
    for (const article of batch) {
      const own = wanted.get(article) ?? []
      if (!areSame(own, stored.get(article) ?? [])) changed.push({ article, links: own })
    }
    await setImmediate()
  }
  return chunksOf(changed, ARTICLES_A_UNIT)
}

const REMOVE = 'delete from link where article_key in (*)'

/** Writes the links of articles in place of those that are stored. */
export async function replaceLinks(tx: Tx, changed: readonly ArticleLinks[]): Promise<void> {
  await runOnList(
    tx,
    REMOVE,
    changed.map(({ article }) => toBytes(article)),
  )
  await insertRows(
    tx,
    'link',
    changed.flatMap(({ links }) => links.map(toRow)),
  )
}

function groupByArticle(links: readonly StoryLink[]): Map<string, StoryLink[]> {
  const groups = new Map<string, StoryLink[]>()
  for (const link of links) {
    const group = groups.get(link.article)
    if (group === undefined) groups.set(link.article, [link])
    else group.push(link)
  }
  return groups
}

function areSame(a: readonly StoryLink[], b: readonly StoryLink[]): boolean {
  if (a.length !== b.length) return false
  const of = new Map(b.map((link) => [link.other, link]))
  return a.every(({ other, holds, isSpare, measure, value, veto }) => {
    const known = of.get(other)
    const isSameKind = known?.holds === holds && known.isSpare === isSpare && known.measure === measure
    return isSameKind && known.value === value && known.veto === veto
  })
}

const FROM = 'select * from link where article_key in (*)'

async function linksFrom(db: Db, keys: readonly string[]): Promise<StoryLink[]> {
  return (await runOnList<LinkRow>(db, FROM, keys.map(toBytes))).map(toLink)
}

/** All links of articles, in either direction, highest value first; spare ones only on request. */
export async function linksOf(db: Db, keys: readonly string[], withSpare = false): Promise<StoryLink[]> {
  if (keys.length === 0) return []
  const own = keys.map(toBytes)
  const rows = await db
    .selectFrom('link')
    .selectAll()
    .where((eb) => eb.or([eb('article_key', 'in', own), eb('other_key', 'in', own)]))
    .$if(!withSpare, (some) => some.where('holds', '<>', SPARE))
    .execute()
  const order = ({ article, other }: StoryLink): string => `${article} ${other}`
  return rows.map(toLink).sort((a, b) => b.value - a.value || (order(a) < order(b) ? -1 : 1))
}

/** Deletes the links of articles that no longer exist. */
export async function removeLinks(tx: Tx, keys: readonly Uint8Array[]): Promise<void> {
  await tx.deleteFrom('link').where('article_key', 'in', keys).execute()
  await tx.deleteFrom('link').where('other_key', 'in', keys).execute()
}

function toRow(link: StoryLink): LinkRow {
  return {
    article_key: toBytes(link.article),
    other_key: toBytes(link.other),
    holds: link.isSpare ? SPARE : link.holds ? 1 : 0,
    layer: link.layer,
    measure: link.measure,
    value: link.value,
    threshold: link.threshold,
    veto: link.veto,
    evidence: link.evidence === null ? null : JSON.stringify(link.evidence),
  }
}

/** Links that were stored before terms and names were counted have neither. */
function toEvidence(json: string): PairEvidence {
  return { terms: 0, otherNames: 0, ...(JSON.parse(json) as Omit<PairEvidence, 'terms' | 'otherNames'>) }
}

function toLink(row: LinkRow): StoryLink {
  return {
    article: toHex(row.article_key),
    other: toHex(row.other_key),
    holds: row.holds !== 0,
    ...(row.holds === SPARE ? { isSpare: true } : {}),
    layer: row.layer as LayerName,
    measure: row.measure as LinkMeasure,
    value: row.value,
    threshold: row.threshold,
    veto: row.veto as Veto | null,
    evidence: row.evidence === null ? null : toEvidence(row.evidence),
  }
}
