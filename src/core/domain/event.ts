/** Something that happened once, for a person or a program to see. */
export interface NewEvent {
  readonly at: number
  readonly kind: string
  /** The subject, such as `feed:12`. */
  readonly subject: string
  readonly payload: Readonly<Record<string, unknown>>
  /** The only reader who may see it; absent where the subject decides. */
  readonly reader?: number
}

/**
 * Kinds that only tell listeners what to look at again. They are many and soon worthless, so they are kept for two days and are not
 * listed with the others. `articles.came`: a poll brought or changed articles. `stories.changed`: refining did. `digest.made` and
 * `state.changed`, what was read or saved, are for one reader. `text.came`: the page of an article was tried.
 */
export const LIVE_KINDS = ['articles.came', 'text.came', 'stories.changed', 'digest.made', 'state.changed'] as const

/** The most articles that one event names; `more` says that there are others. */
const MOST_NAMED = 100

/** The payload of an event about articles, by their ids or keys. */
export const aboutArticles = <Name extends number | string>(list: readonly Name[]) => ({
  articles: list.slice(0, MOST_NAMED),
  more: list.length > MOST_NAMED,
})

export interface Event extends NewEvent {
  readonly id: number
}
