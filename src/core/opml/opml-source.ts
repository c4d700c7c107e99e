import type { SourceRequest } from '../domain/source.ts'

/** A source as an OPML document can hold it; null where the document has no value. */
export interface OpmlSource
  extends Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'tier' | 'owner' | 'language'> {
  readonly kind: SourceRequest['kind'] | null
  readonly maxItems: number | null
}

/** Separator of folder names when nested folders become one category. */
export const CATEGORY_STEP = ' / '
