import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { StoreTrouble } from '../../core/domain/store-trouble.ts'

/* Passwords are stored as scrypt hashes (RFC 7914) with their parameters, so that stronger ones can be used later. */

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** 32 MB and some tenths of a second: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }
const BYTES = 32

/** Makes the hash of a password. */
export type Derive = (password: string, salt: Buffer, bytes: number, cost: Cost) => Promise<Buffer>

/** Storing and checking passwords. */
export interface Passwords {
  /** Such as `scrypt$32768$8$3$SALT$HASH`; a lower cost is for tests. */
  readonly hashPassword: (password: string, cost?: Cost) => Promise<string>
  /** Whether a password is the one of a hash; it takes as long when there is none. */
  readonly isPassword: (password: string, stored: string | null) => Promise<boolean>
}

/** What is checked when there is no reader of a name, so that the answer takes as long. */
const NOBODY = toText(Buffer.alloc(16), Buffer.alloc(BYTES))

/** Each run takes a thread and 32 MB: others need threads too, to read files. */
const MOST_RUNNING = 2
/** Some seconds of work. Whoever comes then is told to come again. */
const MOST_WAITING = 32

export function createPasswords(derive: Derive): Passwords {
  const inTurn = createTurns()
  return {
    async hashPassword(password, cost = COST) {
      const salt = randomBytes(16)
      return toText(salt, await inTurn(() => derive(password, salt, BYTES, cost)), cost)
    },
    async isPassword(password, stored) {
      const [, N, r, p, salt, hash] = (stored ?? NOBODY).split('$')
      const wanted = Buffer.from(hash!, 'base64url')
      const cost = { N: Number(N), r: Number(r), p: Number(p) }
      const given = await inTurn(() => derive(password, Buffer.from(salt!, 'base64url'), wanted.length, cost))
      return timingSafeEqual(given, wanted) && stored !== null
    },
  }
}

function toText(salt: Buffer, hash: Buffer, { N, r, p }: Cost = COST): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Few at a time, the others in their order; refuses when too many wait. */
function createTurns() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= MOST_WAITING)
      throw new StoreTrouble('passing', 'too many passwords are being checked; try again in a moment')
    if (running >= MOST_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

/** The same letters may be typed in several ways; NFKC makes them one. */
export const derive: Derive = (password, salt, bytes, cost) =>
  new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Those of this process. */
export const { hashPassword, isPassword } = createPasswords(derive)
