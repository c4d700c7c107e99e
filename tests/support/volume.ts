/** How often a random test runs: a seeded sample in `npm test`, the full count in `npm run fuzz`, `soak` and `properties`. */
export function volume(sample: number, full: number): number {
  return process.env.COPYTASTER_VOLUME === 'full' ? full : sample
}
