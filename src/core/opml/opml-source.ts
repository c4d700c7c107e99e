import type { SourceRequest } from '../domain/source.ts'

/** A source as an OPML document can hold it; null where the document says nothing. */
export interface OpmlSource
  extends Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'tier' | 'owner' | 'language'> {
  readonly kind: SourceRequest['kind'] | null
  readonly maxItems: number | null
}

/** What stands between the names of nested folders when they become one category. */
export const CATEGORY_STEP = ' / '
