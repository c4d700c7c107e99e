import { Logger } from 'graphile-worker'

/** What goes wrong is stored with the job, and shown there. */
export const silentLogger = new Logger(() => () => {})

// graphile-worker 0.17 also prints the stack of an error that it reports, past its logger.
console.trace = () => {}
