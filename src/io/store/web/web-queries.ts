import { setUpReader } from '../accounts.ts'
import type { Db } from '../dialect.ts'
import { fittingKeys, newestId, scanByScore, scanByTime, visibleIds } from './article-list.ts'
import { databaseBytes } from './database-bytes.ts'
import { followedStories, followStory, unfollowStories } from './followed-stories.ts'
import { liveEvents, newestEvent, prunedTo } from './live-events.ts'
import { changeState, lastReadAt, markRead, unmarkRead } from './read-state.ts'
import { addToken, pruneTokens, removeSessions, removeToken, tokenByHash, tokensOf, touchToken } from './tokens.ts'

/** The queries that only the server needs. Each that depends on the reader takes them as an argument. */
export function webQueries(db: Db) {
  return {
    scanByTime: (...args: Args<typeof scanByTime>) => scanByTime(db, ...args),
    scanByScore: (...args: Args<typeof scanByScore>) => scanByScore(db, ...args),
    newestId: () => newestId(db),
    fittingKeys: (...args: Args<typeof fittingKeys>) => fittingKeys(db, ...args),
    visibleIds: (...args: Args<typeof visibleIds>) => visibleIds(db, ...args),
    newestEvent: () => newestEvent(db),
    prunedTo: () => prunedTo(db),
    liveEvents: (...args: Args<typeof liveEvents>) => liveEvents(db, ...args),
    followedStories: (...args: Args<typeof followedStories>) => followedStories(db, ...args),
    followStory: (...args: Args<typeof followStory>) => followStory(db, ...args),
    unfollowStories: (...args: Args<typeof unfollowStories>) => unfollowStories(db, ...args),
    markRead: (...args: Args<typeof markRead>) => markRead(db, ...args),
    unmarkRead: (...args: Args<typeof unmarkRead>) => unmarkRead(db, ...args),
    lastReadAt: (...args: Args<typeof lastReadAt>) => lastReadAt(db, ...args),
    changeState: (...args: Args<typeof changeState>) => changeState(db, ...args),
    databaseBytes: () => databaseBytes(db),
    setUpReader: (...args: Args<typeof setUpReader>) => setUpReader(db, ...args),
    addToken: (...args: Args<typeof addToken>) => addToken(db, ...args),
    tokenByHash: (...args: Args<typeof tokenByHash>) => tokenByHash(db, ...args),
    tokensOf: (...args: Args<typeof tokensOf>) => tokensOf(db, ...args),
    removeToken: (...args: Args<typeof removeToken>) => removeToken(db, ...args),
    removeSessions: (...args: Args<typeof removeSessions>) => removeSessions(db, ...args),
    touchToken: (...args: Args<typeof touchToken>) => touchToken(db, ...args),
    pruneTokens: (...args: Args<typeof pruneTokens>) => pruneTokens(db, ...args),
  }
}

export type WebQueries = ReturnType<typeof webQueries>

/** A query's arguments without the database. */
type Args<Query> = Query extends (db: Db, ...args: infer Rest) => unknown ? Rest : never
