import type { EngagementKind, Profile, StandingInterests } from '../core/domain/interest.ts'
import { articleInterests } from '../core/interests/article-interests.ts'
import { fadeProfile } from '../core/interests/fade.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { engage, newProfile, resetProfile, withStanding } from '../core/interests/profile.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'

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
  return fadeProfile(profile === null ? newProfile(standing) : withStanding(profile, standing), now, INTEREST_POLICY)
}

/** Learns from what the reader did with an article. */
export async function learn(
  store: Store,
  what: { readonly reader: number; readonly standing: StandingInterests; readonly article: StoredArticle },
  kind: EngagementKind,
  now: number,
): Promise<void> {
  const { reader, standing, article } = what
  const terms = articleInterests(article, INTEREST_POLICY.termsPerArticle)
  await store.changeProfile(reader, (profile) =>
    engage(broughtUpToDate(profile, standing, now), { kind, article: article.key, at: now, terms }, INTEREST_POLICY),
  )
  await store.recordEngagement(reader, article.key, kind, now)
}

/** Forgets what was learned; what the settings say stays. */
export async function forgetProfile(
  store: Store,
  reader: number,
  standing: StandingInterests,
  now: number,
): Promise<void> {
  await store.changeProfile(reader, (profile) => resetProfile(broughtUpToDate(profile, standing, now)))
}
