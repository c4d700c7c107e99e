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
  /** Learns from what the reader did with an article, once: `isNew` is false when that was known, or more. */
  readonly engage: (wanted: string, kind: EngagementKind) => Promise<{ article: StoredArticle; isNew: boolean }>
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
      return { article, isNew: await learn(store, { reader, standing, article }, kind, now()) }
    },
  }
}
