import type { App } from './app.ts'
import type { PollReport } from './poll-feed.ts'

/** What happened while a world was played. */
export interface WorldPlay {
  readonly polls: number
  readonly added: number
  readonly revised: number
  readonly duplicates: number
  readonly unchanged: number
  readonly failed: number
}

/** A world's end, and how to get there. */
export interface WorldTime {
  readonly closesAt: number
  readonly sleep: (ms: number) => Promise<void>
}

/**
 * Polls what is due and makes the digests of the hour, sleeps until something is due again, and so on to the world's end. Each pass ends before the next
 * begins, so that what happens at one hour of the world never depends on how quick the machine was at the one before.
 */
export async function playWorld(app: App, time: WorldTime, onReport: (report: PollReport) => void): Promise<WorldPlay> {
  const play = { polls: 0, added: 0, revised: 0, duplicates: 0, unchanged: 0, failed: 0 }
  const told = (report: PollReport) => {
    count(play, report)
    onReport(report)
  }
  const opensAt = app.now()
  for (;;) {
    await app.pollDue(told)
    await app.editions.publishDue(opensAt)
    const dueAt = Math.min((await app.nextDueAt()) ?? time.closesAt, app.editions.nextDueAt(app.now()) ?? time.closesAt)
    if (dueAt >= time.closesAt) break
    await time.sleep(dueAt - app.now())
  }
  // One last look at everything, so that nothing published before the end is missed.
  await time.sleep(time.closesAt - app.now())
  await app.poll(await app.pollPlan([], true), true, told)
  await app.settleStories()
  return play
}

function count(play: { -readonly [Key in keyof WorldPlay]: number }, { count: counts, outcome }: PollReport): void {
  play.polls++
  play.added += counts.added
  play.revised += counts.revised
  play.duplicates += counts.duplicates
  if (outcome.kind === 'failed' || outcome.kind === 'slowDown' || outcome.kind === 'gone') play.failed++
  else if (counts.added + counts.revised + counts.duplicates === 0) play.unchanged++
}
