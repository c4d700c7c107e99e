import { ensureReady, step } from './ensure.mjs'

/* `npm run fuzz`, `npm run soak` and `npm run properties`: the random tests in full. Arguments are vitest's own: projects, files. */

ensureReady()
step(
  'Full volume',
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=14400000', ...process.argv.slice(2)],
  {
    COPYTASTER_VOLUME: 'full',
  },
)
