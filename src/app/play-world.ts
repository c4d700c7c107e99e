import type { App } from './app.ts'
import type { PollReport } from './poll-report.ts'

/** Counts of the polls while a demonstration world was played. */
export interface WorldPlay {
  readonly polls: number
  readonly added: number
  readonly revised: number
  readonly duplicates: number
  readonly unchanged: number
  readonly failed: number
}

/** The parts of the app that playing a world uses. */
export type WorldApp = Pick<App, 'polls' | 'digests' | 'stories' | 'now'>

/** When a world ends, and how its time passes. */
export interface WorldTime {
  readonly closesAt: number
  readonly sleep: (ms: number) => Promise<void>
}

/**
 * Polls what is due, makes the digests of the hour and sleeps until something is due again, up to the world's end. Each
 * pass ends before the next begins, so that the result never depends on the speed of the machine.
 */
export async function playWorld(
  app: WorldApp,
  time: WorldTime,
  onReport: (report: PollReport) => void,
): Promise<WorldPlay> {
  const play = { polls: 0, added: 0, revised: 0, duplicates: 0, unchanged: 0, failed: 0 }
  const told = (report: PollReport) => {
    count(play, report)
    onReport(report)
  }
  const opensAt = app.now()
  for (;;) {
    await app.polls.runDue(told)
    await app.digests.publishDue(opensAt)
    const dueAt = Math.min(
      (await app.polls.nextDueAt()) ?? time.closesAt,
      app.digests.nextDueAt(app.now()) ?? time.closesAt,
    )
    if (dueAt >= time.closesAt) break
    await time.sleep(dueAt - app.now())
  }
  // A last poll of every feed, so that nothing published before the end is missed.
  await time.sleep(time.closesAt - app.now())
  await app.polls.run(await app.polls.plan([], true), true, told)
  await app.stories.refine()
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
