import { hanPlacesIn } from '../text/entities/han-places.ts'
import { placeNamed } from '../text/entities/places.ts'
import { words } from '../text/words.ts'

/** The places a headline names; a country and its people are one place. */
export function placesIn(title: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of words(title)) {
    const place = placeNamed(word)
    if (place !== null) found.add(place)
  }
  for (const place of hanPlacesIn(title)) found.add(place)
  return found
}
