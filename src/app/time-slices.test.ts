import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { policyOf } from '../core/dedup/policies.ts'
import type { Steps } from '../core/domain/steps.ts'
import { eachPrintAfter } from './page-prints.ts'
import { createStoryKeeper } from './refine-stories.ts'
import { createSlicer, runInSlices, type Slicer } from './time-slices.ts'

/* How much is done between two pauses, counted in work, not in time. */

const NOW = Date.UTC(2026, 2, 3, 12)
const ARTICLES = 40

let desk: Desk
beforeEach(async () => {
  desk = await anApp({ now: NOW })
})
afterEach(() => desk.close())

/** Reports of five events by eight papers. */
async function publish(round: number): Promise<void> {
  for (let paper = 0; paper < 8; paper++) {
    const items = Array.from({ length: 5 }, (_, event) => ({
      title: `Round ${round}: harbour bridge number ${event} closed after inspectors find a cracked hanger`,
      text: `Paper ${paper} reports that bridge ${event} of round ${round} is closed, and that nobody was hurt. `.repeat(
        4,
      ),
      url: `https://paper${paper}.example/${round}-${event}`,
      at: NOW - event * 600_000,
    }))
    desk.publish(`https://paper${paper}.example/rss`, items)
  }
  await desk.poll()
}

test('work is paused between its steps, and gives what it would have given at once', async () => {
  function* counting(): Steps<number> {
    let sum = 0
    for (let n = 1; n <= 5; n++) {
      sum += n
      yield
    }
    return sum
  }
  let pauses = 0
  const slicer = () => {
    pauses++
    return Promise.resolve()
  }
  expect([await runInSlices(counting(), slicer), pauses]).toEqual([15, 5])
})

test('the event loop runs during long work', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const busy = function* (): Steps<void> {
    while (turns < 3) yield
  }
  await runInSlices(busy(), createSlicer())
  clearInterval(timer)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('stored articles are taken up one between two pauses', async () => {
  await publish(0)
  let sincePause = 0
  let most = 0
  let seen = 0
  const visit = () => {
    most = Math.max(most, ++sincePause)
    seen++
  }
  const slicer = () => {
    sincePause = 0
    return null
  }
  await eachPrintAfter(desk.store, 0, visit, slicer)
  expect([seen, most]).toEqual([ARTICLES, 1])
})

test.each(['whole', 'touched'] as const)('refining pauses for every article and every story: %s', async (how) => {
  let pauses = 0
  const slicer: Slicer = () => {
    pauses++
    return null
  }
  const keeper = createStoryKeeper(desk.store, policyOf('calibrated'), slicer)
  await publish(0)
  await keeper.refine(NOW, 'whole')
  pauses = 0
  await publish(1)
  const { stories } = await keeper.refine(NOW, how)
  expect(stories).toBeGreaterThan(0)
  expect(pauses).toBeGreaterThanOrEqual(ARTICLES + stories)
})
