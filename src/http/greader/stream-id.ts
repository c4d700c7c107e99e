import { MOST_ID } from '../contract/fields.ts'

/** What a stream of the Google Reader API is. */
export type Stream =
  | { readonly kind: 'all' | 'starred' | 'read' | 'unread' }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'feed'; readonly feed: number }
  /** A feed by its address, as apps name one that is to be added. */
  | { readonly kind: 'address'; readonly url: string }

const STATES: Readonly<Record<string, 'all' | 'starred' | 'read' | 'unread'>> = {
  'reading-list': 'all',
  starred: 'starred',
  read: 'read',
  'kept-unread': 'unread',
  fresh: 'unread',
}

/** The stream of an id; apps write `-` or the user's own id after `user/`. Null for what names none. */
export function parseStreamId(id: string): Stream | null {
  const feed = /^feed\/(.+)$/s.exec(id)?.[1]
  if (feed !== undefined) {
    if (/^\d+$/.test(feed)) return Number(feed) <= MOST_ID ? { kind: 'feed', feed: Number(feed) } : null
    return { kind: 'address', url: feed }
  }
  const [, state, label] = /^user\/[^/]+\/(?:state\/com\.google\/([^/]+)|label\/(.+))$/s.exec(id) ?? []
  if (label !== undefined) return { kind: 'label', label }
  const kind = state === undefined ? undefined : STATES[state]
  return kind === undefined ? null : { kind }
}

export const stateId = (name: 'reading-list' | 'starred' | 'read'): string => `user/-/state/com.google/${name}`
export const labelId = (label: string): string => `user/-/label/${label}`
export const feedStreamId = (feed: number): string => `feed/${feed}`
