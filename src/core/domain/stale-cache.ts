/**
 * A decision refers to an article that is not stored: the prints in memory are behind the store. The transaction is rolled
 * back, and decided again from prints that are read anew.
 */
export class StaleCache extends Error {
  constructor(keys: readonly string[]) {
    super(`no article is stored under ${keys.slice(0, 3).join(', ')}`)
    this.name = 'StaleCache'
  }
}
