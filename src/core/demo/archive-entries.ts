import type { Archive, Version } from './world.ts'
import type { WorldEntry } from './world-entries.ts'

const weekMs = 7 * 86_400_000

/** The archive's notes, one a week, the last of them the newest. */
export function archiveEntries(archive: Archive): Omit<WorldEntry, 'ordinal'>[] {
  return Array.from({ length: archive.count }, (_, i) => {
    const n = i + 1
    return {
      id: `archive/${n}`,
      source: archive.source,
      event: `archive-${n}`,
      story: `archive-${n}:en`,
      relation: 'original',
      of: null,
      slug: `map-note-${n}`,
      address: null,
      author: null,
      credit: null,
      tags: [],
      lacks: [],
      versions: [noteOf(archive, n)],
    }
  })
}

/** The strides have no common factor with the lists' lengths, so that neighbours share little. */
function noteOf(archive: Archive, n: number): Version {
  const place = at(archive.places, n * 7)
  const year = 1690 + ((n * 37) % 223)
  const sentences = [
    `This sheet of ${place} was drawn in ${year} by ${at(archive.makers, n * 3 + Math.floor(n / 25))}; it ${at(archive.flaws, n + Math.floor(n / 10))}.`,
    at(archive.fates, n * 2 + Math.floor(n / 7)),
    `It measures ${20 + ((n * 13) % 61)} by ${18 + ((n * 11) % 47)} centimetres and lies in drawer ${1 + ((n * 5) % 96)}.`,
  ]
  return {
    at: archive.newestAt - (archive.count - n) * weekMs,
    title: archive.title.replace('{n}', String(n)).replace('{place}', place).replace('{year}', String(year)),
    body: sentences.join(' '),
  }
}

function at(list: readonly string[], n: number): string {
  return list[n % list.length]!
}
