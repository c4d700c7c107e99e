import type { Problem } from './api-types.ts'
import type { Language } from './texts/texts.ts'

/** An answer of the API, or why there is none. */
export interface Asked {
  readonly data: unknown
  readonly problem: Problem | null
}

/** Whether an address leads nowhere: nothing is stored there, or nothing could be. */
export const isNowhere = ({ status, code }: Problem): boolean => status === 404 || code === 'bad_request'

/** What the server tells the browser beside the page: what it was rendered from. */
export interface Boot {
  /** Answers of the API by their paths. */
  readonly data: Readonly<Record<string, Asked>>
  readonly language: Language
  readonly zone: string
  readonly now: number
}

/** The id of the element that holds it. A block of data is no script: the page's content policy allows none in the page. */
export const BOOT_ID = 'boot'

export const readBoot = (document: Document): Boot =>
  JSON.parse(document.getElementById(BOOT_ID)?.textContent ?? '{}') as Boot

/** JSON that cannot end the element it stands in. */
export const bootText = (boot: Boot): string =>
  JSON.stringify(boot).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
