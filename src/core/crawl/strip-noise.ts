import { type NoiseKind, noiseKind } from './noise-lines.ts'
import { canBeHeadline, isHeadlineHeading, type Mark, type PageLine, withMarks } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { dateRegions } from './story-head.ts'
import { stripModules } from './strip-modules.ts'
import { stripNavigation } from './strip-navigation.ts'
import { stripSponsored } from './strip-sponsored.ts'
import type { Stripped, StripWarning } from './stripped.ts'

type StripRule = (lines: readonly PageLine[], rules: ProfileRules) => Stripped

/** In this order: a block of links can be told from a story only without single noise lines. */
const stripRules: readonly StripRule[] = [stripLines, stripSponsored, stripModules, stripNavigation]

/** Stage 2. Never removes a date line, nor the headline above it. */
export function stripNoise(lines: readonly PageLine[], rules: ProfileRules): Stripped {
  return stripRules.reduce<Stripped>(
    (before, rule) => {
      const after = rule(before.lines, rules)
      const warnings = after.warnings.length === 0 ? before.warnings : [...before.warnings, ...after.warnings]
      return { lines: after.lines, removed: before.removed + after.removed, warnings }
    },
    { lines, removed: 0, warnings: [] },
  )
}

/** Removes captions, durations, markers, app data and pagination. Marks are passed to the line below. */
function stripLines(lines: readonly PageLine[], rules: ProfileRules): Stripped {
  const kinds = lines.map((line) => noiseKind(line, rules))
  if (kinds.every((kind) => kind === null)) return { lines, removed: 0, warnings: [] }
  const safe = storyLines(lines, kinds)
  const kept: PageLine[] = []
  const warnings: StripWarning[] = []
  let marks: Mark[] = []
  lines.forEach((line, at) => {
    const kind = kinds[at] ?? null
    if (kind?.kind === 'mark') marks.push(kind.mark)
    const stays = kind === null || kind.kind === 'doubt' || safe.has(at)
    if (!stays) return
    if (safe.has(at)) warnings.push({ code: 'STRIP_RULE_SKIPPED_STORY_SAFETY', example: line.text })
    else if (kind?.kind === 'doubt') warnings.push({ code: 'STRIP_RULE_AMBIGUOUS', example: line.text })
    kept.push(withMarks(kind === null ? line : { ...line, doubtful: true }, line.date ? [] : marks))
    marks = []
  })
  return { lines: kept, removed: lines.length - kept.length, warnings }
}

/** Lines that look like noise but are the only headline of a date line, or the heading nearest to it. */
function storyLines(lines: readonly PageLine[], kinds: readonly (NoiseKind | null)[]): ReadonlySet<number> {
  const safe = new Set<number>()
  const isNoise = (at: number) => kinds[at]?.kind === 'line'
  const stays = (at: number) => kinds[at] === null || kinds[at]?.kind === 'doubt'
  for (const { from, date } of dateRegions(lines)) {
    const candidates: number[] = []
    for (let at = date - 1; at >= from; at -= 1) {
      if (canBeHeadline(lines[at]!) && (isNoise(at) || stays(at))) candidates.push(at)
    }
    const heading = candidates.find((at) => isHeadlineHeading(lines[at]!))
    const headline = heading ?? candidates.find(stays) ?? candidates[0]
    if (headline !== undefined && isNoise(headline)) safe.add(headline)
  }
  return safe
}
