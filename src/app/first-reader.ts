/** The only reader, until there are user accounts. */
export const FIRST_READER = 1
