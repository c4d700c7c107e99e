import { changeSettings, setUpReader } from '../accounts.ts'
import type { Db } from '../dialect.ts'
import { indexedTo } from '../search-index.ts'
import { fittingKeys, keysSeen, newestId, scanByScore, scanByTime, visibleIds } from './article-list.ts'
import { placesOf } from './article-places.ts'
import { articleTitles } from './article-titles.ts'
import { articlesAt } from './articles-at.ts'
import { backlog } from './backlog.ts'
import { databaseBytes } from './database-bytes.ts'
import { deliveriesOf, deliveryById, doubtPage, settleDoubt } from './deliveries.ts'
import { wholeTextShares } from './feed-content.ts'
import { followedStories, followStory, unfollowStories } from './followed-stories.ts'
import { bodiesWithPictures, scoreValues } from './list-extras.ts'
import { liveEvents, newestEvent, prunedTo } from './live-events.ts'
import { countFollowed, rareArticles } from './rare-feeds.ts'
import { changeState, markRead, markSaved, takeActInstant, unmarkRead } from './read-state.ts'
import { addRule, changeRule, firstIdSince, removeRule, ruleHits, rules, searchKeys, stepRule } from './rules.ts'
import { addSavedSearch, changeSavedSearch, removeSavedSearch, savedSearches } from './saved-searches.ts'
import { keepSearchDigest, searchDigestOn, searchDigests } from './search-digests.ts'
import { serverState } from './server-state.ts'
import { signingKey } from './signing-key.ts'
import {
  askForPoll,
  changeSubscription,
  clearTab,
  feedsInCategory,
  hasSharedSources,
  lastPosition,
  placeSubscriptions,
  sourcePositions,
  subscribedAt,
  subscriptionOf,
  subscriptionPage,
  subscriptionsOfFeeds,
  tabsInUse,
  troubledSubscriptions,
} from './subscriptions.ts'
import { ownTabs, putTabs, removeTab } from './tabs.ts'
import { addToken, pruneTokens, removeSessions, removeToken, tokenByHash, tokensOf, touchToken } from './tokens.ts'
import { recordVisit, visitsOf } from './visits.ts'

/** The queries that only the server needs. Each that depends on the reader takes them as an argument. */
export function webQueries(db: Db) {
  return {
    scanByTime: (...args: Args<typeof scanByTime>) => scanByTime(db, ...args),
    scanByScore: (...args: Args<typeof scanByScore>) => scanByScore(db, ...args),
    newestId: () => newestId(db),
    fittingKeys: (...args: Args<typeof fittingKeys>) => fittingKeys(db, ...args),
    keysSeen: (...args: Args<typeof keysSeen>) => keysSeen(db, ...args),
    bodiesWithPictures: (...args: Args<typeof bodiesWithPictures>) => bodiesWithPictures(db, ...args),
    scoreValues: (...args: Args<typeof scoreValues>) => scoreValues(db, ...args),
    visibleIds: (...args: Args<typeof visibleIds>) => visibleIds(db, ...args),
    newestEvent: () => newestEvent(db),
    prunedTo: () => prunedTo(db),
    liveEvents: (...args: Args<typeof liveEvents>) => liveEvents(db, ...args),
    followedStories: (...args: Args<typeof followedStories>) => followedStories(db, ...args),
    followStory: (...args: Args<typeof followStory>) => followStory(db, ...args),
    unfollowStories: (...args: Args<typeof unfollowStories>) => unfollowStories(db, ...args),
    markRead: (...args: Args<typeof markRead>) => markRead(db, ...args),
    unmarkRead: (...args: Args<typeof unmarkRead>) => unmarkRead(db, ...args),
    takeActInstant: (...args: Args<typeof takeActInstant>) => takeActInstant(db, ...args),
    changeState: (...args: Args<typeof changeState>) => changeState(db, ...args),
    signingKey: (...args: Args<typeof signingKey>) => signingKey(db, ...args),
    backlog: (...args: Args<typeof backlog>) => backlog(db, ...args),
    databaseBytes: () => databaseBytes(db),
    serverState: (...args: Args<typeof serverState>) => serverState(db, ...args),
    deliveriesOf: (...args: Args<typeof deliveriesOf>) => deliveriesOf(db, ...args),
    deliveryById: (...args: Args<typeof deliveryById>) => deliveryById(db, ...args),
    doubtPage: (...args: Args<typeof doubtPage>) => doubtPage(db, ...args),
    settleDoubt: (...args: Args<typeof settleDoubt>) => settleDoubt(db, ...args),
    setUpReader: (...args: Args<typeof setUpReader>) => setUpReader(db, ...args),
    placesOf: (...args: Args<typeof placesOf>) => placesOf(db, ...args),
    subscriptionPage: (...args: Args<typeof subscriptionPage>) => subscriptionPage(db, ...args),
    subscriptionOf: (...args: Args<typeof subscriptionOf>) => subscriptionOf(db, ...args),
    subscriptionsOfFeeds: (...args: Args<typeof subscriptionsOfFeeds>) => subscriptionsOfFeeds(db, ...args),
    troubledSubscriptions: (...args: Args<typeof troubledSubscriptions>) => troubledSubscriptions(db, ...args),
    wholeTextShares: (...args: Args<typeof wholeTextShares>) => wholeTextShares(db, ...args),
    subscribedAt: (...args: Args<typeof subscribedAt>) => subscribedAt(db, ...args),
    feedsInCategory: (...args: Args<typeof feedsInCategory>) => feedsInCategory(db, ...args),
    lastPosition: (...args: Args<typeof lastPosition>) => lastPosition(db, ...args),
    tabsInUse: (...args: Args<typeof tabsInUse>) => tabsInUse(db, ...args),
    sourcePositions: (...args: Args<typeof sourcePositions>) => sourcePositions(db, ...args),
    placeSubscriptions: (...args: Args<typeof placeSubscriptions>) => placeSubscriptions(db, ...args),
    changeSubscription: (...args: Args<typeof changeSubscription>) => changeSubscription(db, ...args),
    clearTab: (...args: Args<typeof clearTab>) => clearTab(db, ...args),
    askForPoll: (...args: Args<typeof askForPoll>) => askForPoll(db, ...args),
    articlesAt: (...args: Args<typeof articlesAt>) => articlesAt(db, ...args),
    markSaved: (...args: Args<typeof markSaved>) => markSaved(db, ...args),
    hasSharedSources: (...args: Args<typeof hasSharedSources>) => hasSharedSources(db, ...args),
    ownTabs: (...args: Args<typeof ownTabs>) => ownTabs(db, ...args),
    putTabs: (...args: Args<typeof putTabs>) => putTabs(db, ...args),
    removeTab: (...args: Args<typeof removeTab>) => removeTab(db, ...args),
    rules: (...args: Args<typeof rules>) => rules(db, ...args),
    addRule: (...args: Args<typeof addRule>) => addRule(db, ...args),
    changeRule: (...args: Args<typeof changeRule>) => changeRule(db, ...args),
    removeRule: (...args: Args<typeof removeRule>) => removeRule(db, ...args),
    stepRule: (...args: Args<typeof stepRule>) => stepRule(db, ...args),
    firstIdSince: (...args: Args<typeof firstIdSince>) => firstIdSince(db, ...args),
    searchKeys: (...args: Args<typeof searchKeys>) => searchKeys(db, ...args),
    ruleHits: (...args: Args<typeof ruleHits>) => ruleHits(db, ...args),
    savedSearches: (...args: Args<typeof savedSearches>) => savedSearches(db, ...args),
    addSavedSearch: (...args: Args<typeof addSavedSearch>) => addSavedSearch(db, ...args),
    changeSavedSearch: (...args: Args<typeof changeSavedSearch>) => changeSavedSearch(db, ...args),
    removeSavedSearch: (...args: Args<typeof removeSavedSearch>) => removeSavedSearch(db, ...args),
    keepSearchDigest: (...args: Args<typeof keepSearchDigest>) => keepSearchDigest(db, ...args),
    searchDigestOn: (...args: Args<typeof searchDigestOn>) => searchDigestOn(db, ...args),
    searchDigests: (...args: Args<typeof searchDigests>) => searchDigests(db, ...args),
    indexedTo: () => indexedTo(db),
    articleTitles: (...args: Args<typeof articleTitles>) => articleTitles(db, ...args),
    addToken: (...args: Args<typeof addToken>) => addToken(db, ...args),
    tokenByHash: (...args: Args<typeof tokenByHash>) => tokenByHash(db, ...args),
    tokensOf: (...args: Args<typeof tokensOf>) => tokensOf(db, ...args),
    removeToken: (...args: Args<typeof removeToken>) => removeToken(db, ...args),
    removeSessions: (...args: Args<typeof removeSessions>) => removeSessions(db, ...args),
    touchToken: (...args: Args<typeof touchToken>) => touchToken(db, ...args),
    pruneTokens: (...args: Args<typeof pruneTokens>) => pruneTokens(db, ...args),
    changeSettings: (...args: Args<typeof changeSettings>) => changeSettings(db, ...args),
    countFollowed: (...args: Args<typeof countFollowed>) => countFollowed(db, ...args),
    rareArticles: (...args: Args<typeof rareArticles>) => rareArticles(db, ...args),
    visitsOf: (...args: Args<typeof visitsOf>) => visitsOf(db, ...args),
    recordVisit: (...args: Args<typeof recordVisit>) => recordVisit(db, ...args),
  }
}

export type WebQueries = ReturnType<typeof webQueries>

/** A query's arguments without the database. */
type Args<Query> = Query extends (db: Db, ...args: infer Rest) => unknown ? Rest : never
