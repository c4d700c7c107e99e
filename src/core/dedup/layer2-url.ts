import { type Compare, matchOf } from './rules.ts'

/*
 * Must never join two addresses that differ in a parameter which identifies the page, nor two entries without an address. The
 * key is made by `urlKey`, which ignores only differences that do not change the page.
 */

/**
 * The same address: by comparison key, or by canonical form where the policy compares by `address`. Equal article keys always
 * match: the key is the primary key.
 */
export const urlMatch: Compare = (newcomer, existing, { policy }) => {
  const [own, other] =
    policy.urlBy === 'urlKey' ? [newcomer.urlKey, existing.urlKey] : [newcomer.address, existing.address]
  const isSame = (own !== null && own === other) || newcomer.key === existing.key
  if (!isSame) return null
  return matchOf('url', existing, { measure: 'equal', value: 1, threshold: 1, relation: 'same' })
}
