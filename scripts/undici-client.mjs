/* What the program uses of undici. Its index would bring fetch, caches and web sockets along, which take time at every
   start (ADR 0058). */

export { default as buildConnector } from '../node_modules/undici/lib/core/connect.js'
export { default as errors } from '../node_modules/undici/lib/core/errors.js'
export { default as Client } from '../node_modules/undici/lib/dispatcher/client.js'
