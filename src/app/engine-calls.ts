import type { Digest, SummarySentence } from '../core/domain/digest.ts'
import type { Delivery } from '../io/store/deliveries.ts'
import type { DeliveryReport } from './deliver.ts'
import type { Discovery } from './discover.ts'
import type { StoryOutline } from './explain-story.ts'
import type { ErrorRecord } from './halves.ts'
import type { ImportKind, JobProgress } from './import-jobs.ts'
import type { GrownStory } from './story-news.ts'

/** What became of a crawl. */
export interface IngestedCrawl {
  readonly feed: number
  readonly url: string
  readonly pages: number
  readonly stories: number
  readonly added: number
  readonly revised: number
  readonly duplicates: number
  readonly warnings: number
}

/** What a correction of stories by hand did, or would do. */
export interface CorrectedStories {
  /** How many articles an article was separated from, or how many the joined story has. */
  readonly articles: number
  /** The stories that these articles are in afterwards. */
  readonly stories: readonly StoryOutline[]
}

/** What the web half has the engine do, because it is long work or needs what only the engine holds. By name: arguments and result. */
export interface EngineCalls {
  /** A digest of this moment for a reader, in their languages unless others are given. */
  readonly today: {
    readonly of: { readonly reader: number; readonly languages?: readonly string[] }
    readonly gives: Digest
  }
  /** What is new in stories, in a sentence each: texts are read. */
  readonly storyNews: {
    readonly of: { readonly reader: number; readonly stories: readonly GrownStory[] }
    readonly gives: ReadonlyMap<string, SummarySentence>
  }
  /** Separates an article from its story. A trial changes nothing. */
  readonly split: {
    readonly of: { readonly reader: number; readonly article: number; readonly isTrial: boolean }
    readonly gives: CorrectedStories
  }
  /** Joins the stories of two articles. A trial changes nothing. */
  readonly join: {
    readonly of: {
      readonly reader: number
      readonly article: number
      readonly other: number
      readonly isTrial: boolean
    }
    readonly gives: CorrectedStories
  }
  /** The feeds of a site: many requests, and documents to parse. */
  readonly discover: { readonly of: { readonly reader: number; readonly typed: string }; readonly gives: Discovery }
  /** Starts to take over what another program exported. */
  readonly startImport: {
    readonly of: { readonly reader: number; readonly kind: ImportKind; readonly text: string }
    readonly gives: JobProgress
  }
  readonly job: { readonly of: { readonly reader: number; readonly id: string }; readonly gives: JobProgress | null }
  /** The keys of what a query finds, the best first: an index of all articles is read. */
  readonly search: {
    readonly of: {
      readonly reader: number
      readonly line: string
      readonly limit: number
      readonly days: number | null
    }
    readonly gives: readonly string[]
  }
  /** Compares a reader's rules with what they were not compared with. */
  readonly followRules: { readonly of: { readonly reader: number }; readonly gives: null }
  /** Stores the stories of a crawl as articles. */
  readonly ingestCrawl: {
    readonly of: {
      readonly reader: number
      readonly result: unknown
      readonly profile: string | undefined
      readonly crawlTimeUtc: string | undefined
      readonly tab: string | null
      readonly newTab: boolean
    }
    readonly gives: IngestedCrawl
  }
  /** Sends a delivery in doubt again: it may take as long as a mail server does. */
  readonly sendAgain: {
    readonly of: { readonly reader: number; readonly delivery: Delivery }
    readonly gives: DeliveryReport
  }
  /** Fetches the page of an article; false when it takes longer than a visitor waits. */
  readonly fetchFullText: {
    readonly of: { readonly reader: number; readonly article: number }
    readonly gives: boolean
  }
  readonly exportOpml: { readonly of: { readonly reader: number }; readonly gives: string }
}

export type EngineCallName = keyof EngineCalls

/** One call as a message. */
export type EngineCall = {
  readonly [Name in EngineCallName]: { readonly name: Name } & EngineCalls[Name]['of']
}[EngineCallName]

/** The answer to a call as a message. */
export type EngineAnswer = { readonly value: unknown } | { readonly error: ErrorRecord }

/** Has the engine do something. */
export type CallEngine = <Name extends EngineCallName>(
  call: Extract<EngineCall, { readonly name: Name }>,
) => Promise<EngineCalls[Name]['gives']>

/** How each call is carried out, in the engine. */
export type EngineHandlers = {
  readonly [Name in EngineCallName]: (of: EngineCalls[Name]['of']) => Promise<EngineCalls[Name]['gives']>
}
