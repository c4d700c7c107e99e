import { FIRST_READER, type Reader } from '../core/domain/reader.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { Store } from '../io/store/open-store.ts'
import { checkedName, checkedPassword } from './readers.ts'

/** How the first reader comes to a password, without which nobody can log in. */
export interface FirstLogin {
  /** The first reader while they have no password, else null. */
  readonly waiting: () => Promise<Reader | null>
  /** Sets name and password once; false when there is a password already. Refuses what cannot be a name or password. */
  readonly setUp: (name: string, password: string) => Promise<boolean>
  /** Sets the password, unless it is that one already. */
  readonly ensurePassword: (password: string) => Promise<void>
}

/** What it needs. */
export interface FirstLoginDeps {
  readonly store: Pick<Store, 'readers' | 'changeReader' | 'web'>
  readonly hashPassword: (password: string) => Promise<string>
  readonly isPassword: (password: string, stored: string | null) => Promise<boolean>
}

export function createFirstLogin({ store, hashPassword, isPassword }: FirstLoginDeps): FirstLogin {
  const first = async () => (await store.readers()).find(({ id }) => id === FIRST_READER)!
  return {
    async waiting() {
      const reader = await first()
      return reader.passwordHash === null ? reader : null
    },
    async setUp(name, password) {
      checkedName(name)
      checkedPassword(password)
      if ((await store.readers()).some((one) => one.name === name && one.id !== FIRST_READER))
        throw new UserError({ code: 'readerExists', name })
      return store.web.setUpReader(FIRST_READER, { name, passwordHash: await hashPassword(password) })
    },
    async ensurePassword(password) {
      const { passwordHash } = await first()
      checkedPassword(password)
      if (await isPassword(password, passwordHash)) return
      await store.changeReader(FIRST_READER, { passwordHash: await hashPassword(password) })
      await store.web.removeSessions(FIRST_READER, null)
    },
  }
}
