import { hanPlacesIn } from '../text/entities/han-places.ts'
import { placeNamed } from '../text/entities/places.ts'
import { words } from '../text/words.ts'

/** The places a headline names; a country and its people are one place. */
export function placesIn(title: string): ReadonlySet<string> {
  return new Set([...words(title).flatMap((word) => placeNamed(word) ?? []), ...hanPlacesIn(title)])
}
