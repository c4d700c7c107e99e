import { type Desk, newDesk } from './poll-world.ts'
import { rss, someItems } from './publisher/documents.ts'
import { serve } from './publisher/steps.ts'
import { type Publisher, startPublisher } from './publisher.ts'
import { endLeftServes, startServe } from './running-serve.ts'

/** A running `serve` with one feed of three articles, for a program that speaks to it. */
export interface ServedFeed {
  /** The program's address, with a slash at its end. */
  readonly url: string
  readonly desk: Desk
  readonly publisher: Publisher
  /** Articles as the page's API lists them. */
  readonly listed: (filter: string) => Promise<readonly ListedArticle[]>
  readonly close: () => Promise<void>
}

interface ListedArticle {
  readonly id: number
  readonly title: string
}

export async function serveFeed(): Promise<ServedFeed> {
  const publisher = await startPublisher()
  const desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
  desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
  publisher.on('/a', serve(rss(someItems(3, Date.now()))))
  const served = startServe(desk)
  await served.until(/shown at (\S+)/)
  const url = /shown at (\S+)/.exec(served.said())![1]!
  return {
    url,
    desk,
    publisher,
    listed: async (filter) => {
      const answer = await fetch(`${url}api/v1/articles?${filter}`)
      return ((await answer.json()) as { items: ListedArticle[] }).items
    },
    close: async () => {
      endLeftServes()
      await publisher.close()
      await desk.remove()
    },
  }
}
