import { hash } from 'node:crypto'

/** The category of feeds that are in no tab. */
export const NO_CATEGORY = { id: 1, title: 'All' }

/** Tabs have names as keys, Miniflux's categories numbers that fit a C `int`: a number that stays as long as the key does. */
export const categoryId = (tab: string): number =>
  2 + (Number.parseInt(hash('sha256', tab, 'hex').slice(0, 8), 16) % (2 ** 30 - 2))
