import type { Mark, PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'

/** The kind of a noise line: a mark for the headline below it, plain noise, or doubtful noise. */
export type NoiseKind = { readonly kind: 'mark'; readonly mark: Mark } | { readonly kind: 'marker' | 'line' | 'doubt' }

const duration = /^\d{1,2}:\d{2}(?::\d{2})?$/
const caption = /(?:^|[.!?”"’)]\s)(?:photos?|illustrations?):/i
const storeId =
  /apple-itunes-app|app-?store|\bapp[-_ ]?(?:store[-_ ]?)?id\s*[=:]|\bapp[-_ ]store[-_ ]id\b|\bapp[-_ ]id\s\d|apps\.apple\.com|play\.google\.com\/store|^com\.[a-z0-9_]+\.[a-z0-9_.]+$|\bid\d{7,}\b/i
/** Lines around a story that name the medium or are buttons. */
const furniture = new Set(
  (
    'video|videos|photos|gallery|advertisement|share|comments|follow|' +
    'load more|show more|read more|see more|view more|more stories|next page|previous page'
  ).split('|'),
)
const pagination = /^(?:(?:LOAD|SHOW|SEE|VIEW|READ) )?MORE(?: [A-Z&]+){0,3}$/

/** Stage 2, the rules that need only the line itself. */
export function noiseKind(line: PageLine, rules: ProfileRules): NoiseKind | null {
  if (line.date) return null
  if (rules.exclusive.has(line.key)) return { kind: 'mark', mark: 'exclusive' }
  if (duration.test(line.text)) return { kind: 'mark', mark: 'video' }
  if (rules.noise.has(line.key)) return rules.modules.has(line.key) ? null : { kind: 'marker' }
  if (furniture.has(line.key)) return { kind: 'marker' }
  if (caption.test(line.text) || /sentry-trace/i.test(line.text) || storeId.test(line.text)) return { kind: 'line' }
  if (pagination.test(line.text)) return { kind: 'line' }
  return /\bbaggage\b/i.test(line.text) ? { kind: isProse(line.text) ? 'doubt' : 'line' } : null
}

/** A tracing header is `baggage: key=value`; in prose baggage occurs in whole sentences. */
const isProse = (text: string): boolean => !/[=;{}]|^\W*baggage\W*$|^baggage\b\s*:/i.test(text) && /\s\S+\s/.test(text)
