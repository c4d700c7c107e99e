import type { PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { findHead } from './story-head.ts'
import type { Stripped, StripWarning } from './stripped.ts'

/**
 * Removes modules: blocks of links to popular stories, such as "Most read". A module begins at a line whose text is in
 * `rules.modules` and ends at the head of the next dated story.
 */
export function stripModules(lines: readonly PageLine[], rules: ProfileRules): Stripped {
  if (!lines.some((line) => rules.modules.has(line.key))) return { lines, removed: 0, warnings: [] }
  const kept: PageLine[] = []
  const warnings: StripWarning[] = []
  let removed = 0
  for (let at = 0; at < lines.length; ) {
    if (!rules.modules.has(lines[at]!.key)) {
      kept.push(lines[at]!)
      at += 1
      continue
    }
    const module = readModule(lines, at, rules)
    removed += module.end - at
    if (module.warning !== null) {
      warnings.push(module.warning)
      if (module.end < lines.length) kept.push({ ...lines[module.end]!, doubtful: true })
      at = module.end + 1
    } else at = module.end
  }
  return { lines: kept, removed, warnings }
}

interface Module {
  /** The first line after the module. */
  readonly end: number
  readonly warning: StripWarning | null
}

/**
 * Finds the end of a module. It ends early at a full sentence, which belongs to the article around it. Where the next story has no
 * head, or its head may be the last link of the module, the module ends before it with a warning: rather a link too many
 * than a story lost.
 */
function readModule(lines: readonly PageLine[], at: number, rules: ProfileRules): Module {
  let stop = at + 1
  while (stop < lines.length && !lines[stop]!.date && !rules.modules.has(lines[stop]!.key)) stop += 1
  const head = lines[stop]?.date ? findHead(lines, { from: at + 1, date: stop }, rules) : null
  const boundary = head?.start ?? stop
  for (let line = at + 1; line < boundary; line += 1) {
    if (isParagraph(lines[line]!)) return { end: line, warning: ambiguous(lines[line]!) }
  }
  if (head === null && lines[stop]?.date) return { end: boundary, warning: safety(lines[at]!) }
  const mayBeLink = head !== null && (head.rule === 'fallback' || (head.rule === 'heading' && boundary === at + 1))
  return { end: boundary, warning: mayBeLink ? safety(lines[head.headline]!) : null }
}

/** Links are headlines; a full sentence means that the article continues below the block. */
function isParagraph(line: PageLine): boolean {
  if (line.level > 0 || line.label) return false
  return (
    (/\.["”’)]?$/.test(line.text) && line.text.split(' ').length >= 8) ||
    (/。$/.test(line.text) && line.text.length >= 20)
  )
}

const ambiguous = ({ text }: PageLine): StripWarning => ({ code: 'STRIP_RULE_AMBIGUOUS', example: text })
const safety = ({ text }: PageLine): StripWarning => ({ code: 'STRIP_RULE_SKIPPED_STORY_SAFETY', example: text })
