import { ensureReady } from './ensure.mjs'

/* `npm run build`: the same steps as before `npm start`, and nothing when nothing changed. */

ensureReady()
