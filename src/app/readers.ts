import type { EngagementKind, Profile, StandingInterests } from '../core/domain/interest.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import { findArticle } from './find-article.ts'
import { currentProfile, forgetProfile, learn } from './reader-profile.ts'

/** The reader's interest profile. */
export interface Readers {
  readonly profile: () => Promise<Profile>
  /** Forgets what was learned; what the settings say stays. */
  readonly forgetProfile: () => Promise<void>
  /** Learns from what the reader says about an article. */
  readonly engage: (wanted: string, kind: EngagementKind) => Promise<StoredArticle>
}

/** What the profile needs. */
export interface ReadersDeps {
  readonly store: Store
  readonly reader: number
  /** Interests, categories and languages that the settings name. */
  readonly standing: StandingInterests
  readonly now: () => number
}

export function createReaders({ store, reader, standing, now }: ReadersDeps): Readers {
  return {
    profile: () => currentProfile(store, reader, standing, now()),
    forgetProfile: () => forgetProfile(store, reader, standing, now()),
    async engage(wanted, kind) {
      const article = await findArticle(store, wanted)
      await learn(store, { reader, standing, article }, kind, now())
      return article
    },
  }
}
