import { type ReadonlySignal, signal } from '@preact/signals'

/** What is played, with the article it belongs to. */
export interface Track {
  readonly url: string
  readonly title: string
  readonly article: number
  readonly sourceName: string
}

/** One sound for the whole visit: it plays on while one reads something else. */
export interface Player {
  readonly track: ReadonlySignal<Track | null>
  readonly play: (track: Track) => void
  readonly stop: () => void
}

export function createPlayer(): Player {
  const track = signal<Track | null>(null)
  return {
    track,
    play: (next) => {
      track.value = next
    },
    stop: () => {
      track.value = null
    },
  }
}
