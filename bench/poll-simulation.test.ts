import { expect, test } from 'vitest'
import { delayQuantile, schedulers, simulate, world } from './poll-simulation.ts'

/** A small sample of the simulation that the benchmark runs in full. */
const days = 10
const run = (name: string, kinds?: Parameters<typeof world>[2]) =>
  simulate(schedulers[name]!, world(40, days, kinds), days)

test('over ten simulated days no publisher is asked sooner than it allows', () => {
  const ours = run('Copytaster')
  expect(ours.violations).toBe(0)
  expect(ours.requests).toBeGreaterThan(1_000)
  expect(run('every 60 min').violations).toBeGreaterThan(0)
})

test('a fixed half hour costs several times the requests', () => {
  expect(run('every 30 min').requests).toBeGreaterThan(3 * run('Copytaster').requests)
})

test('a weekly publisher is read within hours, at the cost of one request a day', () => {
  const weekly = run('Copytaster', ['weekly'])
  expect(delayQuantile(weekly, 0.5)).toBeLessThan(120)
  expect(weekly.requests).toBeLessThan(40 * days * 1.3)
})

test('hardly more is lost than by visiting as often as publishers allow', () => {
  const ours = simulate(schedulers.Copytaster!, world(60, 30, ['breaking']), 30)
  const earliest = simulate(schedulers['earliest allowed']!, world(60, 30, ['breaking']), 30)
  expect(earliest.violations).toBe(0)
  expect(earliest.lost).toBeGreaterThan(100)
  expect(ours.lost).toBeLessThanOrEqual(1.03 * earliest.lost)
  expect(ours.requests).toBeLessThanOrEqual(ours.changes)
})

test('the same world gives the same figures', () => {
  expect(run('Copytaster', ['major'])).toEqual(run('Copytaster', ['major']))
})
