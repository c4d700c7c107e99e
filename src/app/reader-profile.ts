import type { EngagementKind, Profile, StandingInterests } from '../core/domain/interest.ts'
import { articleInterests } from '../core/interests/article-interests.ts'
import { fadeProfile } from '../core/interests/fade.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { engage, newProfile, resetProfile, restoreProfile, strongest, withStanding } from '../core/interests/profile.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ReaderArticle } from '../io/store/readers.ts'
import { relevanceIdf } from './relevance-idf.ts'

/** The interests, categories and languages that the settings name. */
export function standingOf({ tabs, interests }: LoadedSettings['settings']): StandingInterests {
  const entries = Object.entries(tabs)
  const categories = entries.flatMap(([, tab]) => tab.sources.flatMap(({ category }) => category ?? []))
  const languages = entries.flatMap(([name, tab]) => languageOfTab(name, tab.language) ?? [])
  return { interests, categories: [...new Set(categories)], languages: [...new Set([...languages, 'en'])] }
}

/** The reader's profile as of now: the settings' interests and the learned ones, decayed with time. Stored when it changed. */
export async function currentProfile(
  store: Store,
  reader: number,
  standing: StandingInterests,
  now: number,
): Promise<Profile> {
  const known = await store.profileOf(reader)
  const current = broughtUpToDate(known, standing, now)
  if (current !== known) await store.changeProfile(reader, (profile) => broughtUpToDate(profile, standing, now))
  return current
}

function broughtUpToDate(profile: Profile | null, standing: StandingInterests, now: number): Profile {
  const known = profile === null ? newProfile(standing) : withStanding(restoreProfile(profile), standing)
  return fadeProfile(known, now, INTEREST_POLICY)
}

/** Learns from what the reader did with an article; false when it had done so before, or more. */
export async function learn(
  store: Store,
  what: { readonly reader: number; readonly standing: StandingInterests; readonly article: StoredArticle },
  kind: EngagementKind,
  now: number,
): Promise<boolean> {
  const { reader, standing, article } = what
  const { idfOf } = await relevanceIdf(store)
  const terms = articleInterests(article, INTEREST_POLICY.termsPerArticle, idfOf(article))
  const [done] = await store.readerArticles(reader, [article.key])
  // Recorded first: whoever is interrupted here loses a click, but never counts one twice.
  await store.recordEngagement(reader, article.key, kind, now)
  let isNew = false
  await store.changeProfile(reader, (stored) => {
    const profile = broughtUpToDate(stored, standing, now)
    const before = done === undefined ? null : countedOf(done, profile.since)
    const taught = engage(profile, { kind, article: article.key, at: now, terms, before }, INTEREST_POLICY)
    isNew = taught !== profile
    return taught
  })
  return isNew
}

/** What counts of an article so far, since the profile was last reset. */
function countedOf(done: ReaderArticle, since: number): EngagementKind | null {
  const deeds: readonly (readonly [EngagementKind, number | null])[] = [
    ['skipped', done.skippedAt],
    ['read', done.readAt],
    ['saved', done.savedAt],
    [done.vote < 0 ? 'less' : 'more', done.vote === 0 ? null : done.votedAt],
  ]
  return deeds.reduce<EngagementKind | null>(
    (before, [kind, at]) => (at === null || at < since ? before : strongest(before, kind)),
    null,
  )
}

/** Forgets what was learned; what the settings say stays. */
export async function forgetProfile(
  store: Store,
  reader: number,
  standing: StandingInterests,
  now: number,
): Promise<void> {
  await store.changeProfile(reader, (profile) => resetProfile(broughtUpToDate(profile, standing, now), now))
}
