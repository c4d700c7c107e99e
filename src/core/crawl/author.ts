import type { ContentType } from '../domain/crawl-story.ts'
import type { StoryDraft } from './draft.ts'

const capitalised = "\\p{Lu}(?:\\p{L}|['’.-](?=\\p{L}))*\\.?"
const name = new RegExp(`^(?:[Bb]y\\s+)?(${capitalised}(?:\\s+${capitalised}){1,2})$`, 'u')

const longestName = 80

/** The name on a line of two or three capitalised words; null for any other line. */
export const authorName = (text: string): string | null =>
  text.length > longestName ? null : (name.exec(text)?.[1] ?? null)

/** Stage 9: only an opinion column has an author by position: the name above the column's label. */
export const authorOf = (draft: StoryDraft, type: ContentType): string | null =>
  type === 'opinion' ? draft.byline : null
