import { foldLabel } from './fold.ts'
import { canBeHeadline, type PageLine, withMarks } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import type { Stripped, StripWarning } from './stripped.ts'

interface Block {
  readonly kept: readonly PageLine[]
  readonly end: number
  readonly warning: StripWarning | null
}

/** A sponsored block with headline and date becomes a sponsored story; one without a date is removed. */
export function stripSponsored(lines: readonly PageLine[], rules: ProfileRules): Stripped {
  const kept: PageLine[] = []
  const warnings: StripWarning[] = []
  for (let at = 0; at < lines.length; ) {
    if (!isMarker(lines[at]!, rules)) {
      kept.push(lines[at]!)
      at += 1
      continue
    }
    const block = readBlock(lines, at, rules)
    for (const line of block.kept) kept.push(line)
    if (block.warning !== null) warnings.push(block.warning)
    at = block.end
  }
  return { lines: kept, removed: lines.length - kept.length, warnings }
}

function isMarker(line: PageLine, rules: ProfileRules): boolean {
  if (line.date) return false
  return rules.sponsored.some((marker) => line.key === marker || line.key.startsWith(`${marker}:`))
}

/** The marker and the lines below it up to the next date, label or module. */
function readBlock(lines: readonly PageLine[], at: number, rules: ProfileRules): Block {
  const marker = lines[at]!
  let end = at + 1
  while (end < lines.length && !endsBlock(lines[end]!, rules)) end += 1
  const block = lines.slice(at + 1, end)
  const next = lines[end]
  if (next?.date) return datedBlock(marker, block, end)
  if (block.length > 0 || next === undefined || !next.label) return { kept: [], end, warning: null }
  return { kept: [withMarks(next, [...marker.marks, 'sponsored'])], end: end + 1, warning: null }
}

const endsBlock = (line: PageLine, rules: ProfileRules): boolean =>
  line.date || line.label || rules.modules.has(line.key) || isMarker(line, rules)

/** The headline is the last heading; one line above it is the sponsor's name, several are another advertisement. */
function datedBlock(marker: PageLine, block: readonly PageLine[], end: number): Block {
  const inline = marker.text.slice(marker.text.indexOf(':') + 1).trim()
  if (marker.text.includes(':') && inline !== '' && (marker.level === 2 || !block.some(canBeHeadline))) {
    const headline = { ...marker, text: inline, key: foldLabel(inline), doubtful: true }
    const warning = { code: 'STRIP_RULE_SKIPPED_STORY_SAFETY', example: marker.text } as const
    return { kept: [withMarks(headline, ['sponsored']), ...block], end, warning }
  }
  const marks = [...marker.marks, 'sponsored'] as const
  const headings = block.flatMap((line, at) => (line.level > 0 && line.level <= 2 && canBeHeadline(line) ? [at] : []))
  const last = headings.at(-1)
  const first = last ?? block.findIndex(canBeHeadline)
  if (first < 0) return { kept: block, end, warning: null }
  const ours = last === undefined || (headings.length === 1 && last <= 1)
  const [headline, ...rest] = block.slice(first)
  return { kept: [ours ? withMarks(headline!, marks) : headline!, ...rest], end, warning: null }
}
