import type { EngagementKind, Profile, StandingInterests } from '../core/domain/interest.ts'
import { FIRST_READER, type Reader } from '../core/domain/reader.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import { findArticle } from './find-article.ts'
import { currentProfile, forgetProfile, learn } from './reader-profile.ts'

/** The readers of this store, and the interest profile of the one who asks. */
export interface Readers {
  /** The one who asks. */
  readonly self: () => Promise<Reader>
  readonly list: () => Promise<Reader[]>
  readonly add: (wanted: Pick<Reader, 'name' | 'role' | 'email'>) => Promise<Reader>
  /** Removes a reader with everything that is theirs alone. */
  readonly remove: (name: string) => Promise<Reader>
  /** Sets a reader's password; null removes it. */
  readonly setPassword: (name: string, password: string | null) => Promise<Reader>
  readonly profile: () => Promise<Profile>
  /** Forgets what was learned; what the settings say stays. */
  readonly forgetProfile: () => Promise<void>
  /** Learns from what the reader did with an article, once: `isNew` is false when that was known, or more. */
  readonly engage: (wanted: string, kind: EngagementKind) => Promise<{ article: StoredArticle; isNew: boolean }>
}

/** What readers need. */
export interface ReadersDeps {
  readonly store: Store
  readonly reader: number
  /** Interests, categories and languages that the settings name. */
  readonly standing: StandingInterests
  readonly hashPassword: (password: string) => Promise<string>
  readonly now: () => number
}

export function createReaders({ store, reader, standing, hashPassword, now }: ReadersDeps): Readers {
  const named = async (name: string) => readerNamed(await store.readers(), name)
  return {
    self: async () => (await store.readers()).find(({ id }) => id === reader)!,
    list: () => store.readers(),
    async add({ name, role, email }) {
      const added = await store.addReader({ name: checkedName(name), role, email }, now())
      if (added === null) throw new UserError({ code: 'readerExists', name })
      return added
    },
    async remove(name) {
      const one = await named(name)
      if (one.id === FIRST_READER) throw new UserError({ code: 'firstReaderStays', name: one.name })
      await store.removeReader(one.id, now())
      return one
    },
    async setPassword(name, password) {
      const one = await named(name)
      const passwordHash = password === null ? null : await hashPassword(checkedPassword(password))
      await store.changeReader(one.id, { passwordHash })
      return one
    },
    profile: () => currentProfile(store, reader, standing, now()),
    forgetProfile: () => forgetProfile(store, reader, standing, now()),
    async engage(wanted, kind) {
      const article = await findArticle(store, wanted)
      return { article, isNew: await learn(store, { reader, standing, article }, kind, now()) }
    },
  }
}

/** The reader of a name; an error that lists all when there is none. */
export function readerNamed(readers: readonly Reader[], name: string): Reader {
  const found = readers.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = readers.map((one) => one.name).join(', ')
  throw new UserError(`no reader is called "${name}"; there is ${names}, and \`copytaster readers add\` adds one`)
}

const LONGEST_NAME = 64

/** Names appear in commands, addresses and the headers of mail. */
export function checkedName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u.test(name) && name.length <= LONGEST_NAME) return name
  throw new UserError({ code: 'badName', name, most: LONGEST_NAME })
}

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 1024

export function checkedPassword(password: string): string {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return password
  throw new UserError({
    code: 'badPassword',
    least: SHORTEST_PASSWORD,
    most: LONGEST_PASSWORD,
    length: password.length,
  })
}

const WEEK_MS = 7 * 86_400_000

/** The readers for whom digests are made: the first, those who get mail, and those who came in the last seven days. */
export async function servedReaders(store: Pick<Store, 'readers'>, now: number): Promise<Reader[]> {
  const isServed = ({ id, email, seenAt }: Reader) =>
    id === FIRST_READER || email !== null || (seenAt !== null && now - seenAt < WEEK_MS)
  return (await store.readers()).filter(isServed)
}
