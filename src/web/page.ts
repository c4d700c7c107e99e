import type { ReadonlySignal, Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { z } from 'zod'
import type { me } from '../http/contract/session.ts'
import type { Actions } from './actions.ts'
import type { CallApi } from './api.ts'
import type { Answer } from './api-types.ts'
import type { DataCache, Loaded } from './data-cache.ts'
import type { Location } from './location.ts'
import type { Notices } from './notices.ts'
import type { Player } from './player.ts'
import type { ReadStates } from './read-states.ts'
import type { Texts } from './texts/texts.ts'

export type Me = z.output<typeof me>

/** Everything that a screen may use besides its own data. One for each visit; on the server one for each request. */
export interface Page {
  readonly call: CallApi
  readonly data: DataCache
  readonly location: Location
  readonly states: ReadStates
  readonly notices: Notices
  readonly actions: Actions
  readonly player: Player
  /** The words of the screen, in the reader's language. */
  readonly texts: ReadonlySignal<Texts>
  /** IANA time zone in which times are told. */
  readonly zone: Signal<string>
  readonly now: ReadonlySignal<number>
  /** The pages of each list that were opened, by the path of its first. */
  readonly lists: Map<string, Signal<readonly string[]>>
  /** How many articles came since the list on the screen was loaded. */
  readonly arrived: Signal<number>
  /** False while the server cannot be reached. */
  readonly isConnected: Signal<boolean>
}

export const PageContext = createContext<Page | null>(null)

export function usePage(): Page {
  const page = useContext(PageContext)
  if (page === null) throw new Error('a part of the page was rendered outside of it')
  return page
}

export const useTexts = (): Texts => usePage().texts.value

/** The answer of an endpoint at a path, as far as it is loaded. */
export const useData = <E>(path: string): Loaded<Answer<E>> => usePage().data.get<Answer<E>>(path).value
