import { UserError } from '../core/domain/user-error.ts'

/** The number of an option such as --limit; anything else is a `UserError`. */
export function wholeNumber(option: string, value: string, from: number, to: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= from && number <= to) return number
  throw new UserError(`${option} must be a whole number from ${from} to ${to}, got "${value}"`)
}
