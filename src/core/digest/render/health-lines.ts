import type { ReportedFeed } from '../../domain/digest.ts'
import type { RenderContext } from './render-context.ts'

/** The lines of the health report about the feeds as a whole; one when all is well. */
export function healthLines({ digest: { health, notRead }, words }: RenderContext): string[] {
  const { polled, successful, errors, successRate, newArticles, duplicatesRemoved } = health
  const named = health.unhealthy.length + health.dead.length + notRead.length
  if (polled > 0 && errors === 0 && named === 0) return [words.allWell(polled, newArticles, duplicatesRemoved)]
  const lines = [words.polls(polled, successful, errors)]
  if (successRate !== null) lines.push(words.rate(`${(successRate * 100).toFixed(1)}%`))
  lines.push(words.harvest(newArticles, duplicatesRemoved))
  return lines
}

/** The feeds that were not read and that the health report does not name. */
export function otherNotRead({ digest: { health, notRead } }: RenderContext): readonly ReportedFeed[] {
  const named = new Set([...health.unhealthy, ...health.dead].map(({ url }) => url))
  return notRead.filter(({ url }) => !named.has(url))
}

/** What is said where no feed is listed as not read. */
export function notReadLine({ digest: { health, notRead }, words }: RenderContext): string {
  if (notRead.length > 0) return words.namedAbove
  return health.polled === 0 ? words.nothingPolled : words.everythingRead
}

/** The lists of the health report, each under its heading; empty ones are left out. */
export interface HealthList {
  readonly name: string
  readonly feeds: readonly ReportedFeed[]
}

export function healthLists({ digest: { health }, words }: RenderContext): HealthList[] {
  return [
    { name: words.unhealthy, feeds: health.unhealthy },
    { name: words.dead, feeds: health.dead },
  ].filter(({ feeds }) => feeds.length > 0)
}

/** Labels of topics under a heading. */
export interface TrendList {
  readonly name: string
  readonly labels: readonly string[]
}

/** The topics that come and go; empty lists are left out. */
export function trendLists({ digest: { health }, words }: RenderContext): TrendList[] {
  return [
    { name: words.emerging, labels: health.emerging },
    { name: words.declining, labels: health.declining },
  ].filter(({ labels }) => labels.length > 0)
}
