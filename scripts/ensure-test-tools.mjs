import { ensureChromium, ensureNewerNode, ensureReaderApps } from './ensure.mjs'

/* What tests need besides the packages of npm: a browser, reader apps, a newer Node. `npm test` installs them while it checks. */

ensureChromium()
ensureReaderApps()
ensureNewerNode()
