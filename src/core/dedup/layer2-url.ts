import { type Compare, matchOf } from './rules.ts'

/*
 * Must never join two pages for sharing all but a parameter that names them, nor two entries without an address. The key
 * is made by `urlKey`, which forgives only what leads to the same page.
 */

/**
 * The same address: by comparison key, or by canonical form where the policy keeps to the letter. What has one key is one
 * article under every policy: there is only one place to keep it.
 */
export const urlMatch: Compare = (newcomer, existing, { policy }) => {
  const [own, other] =
    policy.urlBy === 'urlKey' ? [newcomer.urlKey, existing.urlKey] : [newcomer.address, existing.address]
  const isSame = (own !== null && own === other) || newcomer.key === existing.key
  if (!isSame) return null
  return matchOf('url', existing, { measure: 'equal', value: 1, threshold: 1, relation: 'same' })
}
