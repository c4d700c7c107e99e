import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/* Passwords are stored as scrypt hashes (RFC 7914) with their parameters, so that stronger ones can be used later. */

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** 32 MB and some tenths of a second: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }
const BYTES = 32

/** Such as `scrypt$32768$8$3$SALT$HASH`; a lower cost is for tests. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** What is checked when there is no reader of a name, so that the answer takes as long. */
const NOBODY = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  Buffer.alloc(16).toString('base64url'),
  Buffer.alloc(BYTES).toString('base64url'),
].join('$')

/** Whether a password is the one of a hash; it takes as long when there is none. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? NOBODY).split('$')
  const wanted = Buffer.from(hash!, 'base64url')
  const given = await derive(password, Buffer.from(salt!, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(given, wanted) && stored !== null
}

/** The same letters may be typed in several ways; NFKC makes them one. */
function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r }
    scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
