import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { NotAllowed, UserError } from '../core/domain/user-error.ts'
import type { ErrorRecord } from './halves.ts'

/** An error as plain data, to cross a thread. */
export function toErrorRecord(error: unknown): ErrorRecord {
  const { message = String(error), stack = null } = (error ?? {}) as Partial<Error>
  const said = error instanceof UserError ? error : { lines: [message], reason: null }
  return { kind: kindOf(error), message, lines: said.lines, reason: said.reason, stack }
}

function kindOf(error: unknown): ErrorRecord['kind'] {
  if (error instanceof NotAllowed) return 'not-allowed'
  if (error instanceof UserError) return 'user'
  if (error instanceof StoreTrouble) return error.kind
  return error instanceof Trouble ? 'trouble' : 'fault'
}

/** The error again, of the same class. */
export function fromErrorRecord({ kind, message, lines, reason, stack }: ErrorRecord): Error {
  if (kind === 'not-allowed') return new NotAllowed(reason ?? lines)
  if (kind === 'user') return new UserError(reason ?? lines)
  if (kind === 'trouble') return new Trouble(message)
  if (kind !== 'fault') return new StoreTrouble(kind, message)
  const fault = new Error(message)
  if (stack !== null) fault.stack = stack
  return fault
}
