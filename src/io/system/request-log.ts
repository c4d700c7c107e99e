import { pino } from 'pino'
import { Trouble } from '../../core/domain/trouble.ts'
import { unwritable } from './file-words.ts'

/** A structured log. */
export interface RequestLog {
  readonly write: (line: { readonly status: number }) => void
  readonly close: () => void
}

/** JSON Lines to a file, or to standard error. Lines are written at once: a crash loses none. */
export function openRequestLog(file: string | null): RequestLog {
  const out = openDestination(file)
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, out)
  return {
    write: (line) => (line.status >= 500 ? logger.error(line) : logger.info(line)),
    close: () => out.end(),
  }
}

function openDestination(file: string | null) {
  try {
    return pino.destination({ dest: file ?? 2, sync: true, append: true, mkdir: false })
  } catch (error) {
    throw new Trouble(`server.log_file: ${unwritable(file!, error)}`, error)
  }
}
