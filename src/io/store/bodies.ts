import { type Db, runText } from './dialect.ts'
import { inSteps } from './in-steps.ts'
import { versionBehind } from './version-behind.ts'

/** HTML that an older sanitiser let through: an article's, or that of another version of it, by its number. */
export interface OldBody {
  readonly article: number
  readonly revision: number | null
  readonly version: number
  readonly html: string | null
}

/** HTML that passed a sanitiser older than a version, of the newest articles first. */
export async function oldBodies(db: Db, version: number, limit: number): Promise<OldBody[]> {
  const own = await rowsBehind(db, 'article_body', version, limit)
  const kept = own.length < limit ? await rowsBehind(db, 'revision', version, limit - own.length) : []
  return [...own, ...kept].map(({ article_id, n, sanitizer_version, html }) => {
    return { article: article_id, revision: n ?? null, version: sanitizer_version, html }
  })
}

interface BodyRow {
  readonly article_id: number
  readonly n?: number
  readonly sanitizer_version: number
  readonly html: string | null
}

/** One version at a time: its rows lie in the index in the order of their articles. */
async function rowsBehind(
  db: Db,
  table: 'article_body' | 'revision',
  version: number,
  limit: number,
): Promise<BodyRow[]> {
  const behind = await versionBehind(db, { table, column: 'sanitizer_version' }, version)
  return behind === null ? [] : runText<BodyRow>(db, table === 'revision' ? REVISIONS : BODIES, [behind, limit])
}

const BODIES = `select article_id, sanitizer_version, html from article_body where sanitizer_version = ?
  order by article_id desc limit ?`
const REVISIONS = `select article_id, n, sanitizer_version, html from revision where sanitizer_version = ?
  order by article_id desc, n desc limit ?`

/** HTML that was sanitised again. */
export interface NewBody extends OldBody {
  /** The version it was found in: what somebody else wrote meanwhile stays. */
  readonly was: number
}

/** Writes HTML that was sanitised again in the place of the old. */
export async function renewBodies(db: Db, bodies: readonly NewBody[]): Promise<void> {
  await inSteps(
    db,
    bodies.map(
      ({ article, revision, version, was, html }) =>
        (tx) =>
          revision === null
            ? runText(tx, RENEW_BODY, [version, html, article, was])
            : runText(tx, RENEW_REVISION, [version, html, article, revision, was]),
    ),
  )
}

const RENEW_BODY = `update article_body set sanitizer_version = ?, html = ?
  where article_id = ? and sanitizer_version = ?`
const RENEW_REVISION = `update revision set sanitizer_version = ?, html = ?
  where article_id = ? and n = ? and sanitizer_version = ?`
