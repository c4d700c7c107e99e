import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDeduper } from '../../src/core/dedup/deduper.ts'
import { titleMatch } from '../../src/core/dedup/layer3-title.ts'
import { contentMatch } from '../../src/core/dedup/layer4-content.ts'
import { eventMatch } from '../../src/core/dedup/layer5-event.ts'
import { POLICY_NAMES, type PolicyName, policyOf } from '../../src/core/dedup/policies.ts'
import { printOf } from '../../src/core/dedup/print/print.ts'
import { createRecent } from '../../src/core/dedup/recent/recent.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'
import { words } from '../../src/core/text/words.ts'
import { gate } from '../support/gate.ts'
import { type LabelledItem, readItems } from '../support/quality/corpus.ts'
import { volume } from '../support/volume.ts'

/* What the whole way, from print to settled story, makes of release posts, real headlines and edited copies. How well it finds the
   stories of labelled news is measured in quality.test.ts. */

const itemsOf = (shared: string, set: string) => readItems(join(shared, 'corpora', 'dedup'), set)

function deduped(items: readonly LabelledItem[], policy: PolicyName = 'calibrated') {
  const deduper = createDeduper(policy)
  const answers = items.map(({ id, title, body, sourceName, publishedAt, language }) =>
    deduper.add({ id, title, text: body, source: sourceName, published: publishedAt, language }),
  )
  return { answers, stories: deduper.storyOf() }
}

describe('release posts, all distinct', () => {
  gate('at most one is anything but unique or shares a story under calibrated', (shared) => {
    const { answers, stories } = deduped(itemsOf(shared, 'release-posts'))
    const members = countOf(stories.values())
    const lost = answers.filter(({ id, disposition }) => disposition !== 'unique' || members.get(stories.get(id)!)! > 1)
    process.stderr.write(`release posts lost: ${lost.length} of ${answers.length}\n`)
    expect(lost.length).toBeLessThanOrEqual(1)
  })

  test('"1.24" and "1.24.0" are still the same', () => {
    const deduper = createDeduper('calibrated')
    deduper.add({ id: 'a', title: 'Go 1.24 is released', source: 'go-blog', published: 0 })
    const again = deduper.add({ id: 'b', title: 'Go 1.24.0 is released', source: 'go-blog', published: 1 })
    expect(again.disposition).toBe('near_duplicate')
    expect(new Set(deduper.storyOf().values()).size).toBe(1)
  })

  gate('the literal three-tier policy without its veto loses a quarter of them', (shared) => {
    const deduper = createDeduper(policyOf('three-tier', { numberVeto: false }))
    const items = itemsOf(shared, 'release-posts')
    const lost = items.filter(
      ({ id, title, publishedAt }) =>
        deduper.add({ id, title, source: 'blog', published: publishedAt }).disposition !== 'unique',
    )
    expect(lost.length).toBeGreaterThan(items.length / 4)
  })
})

describe('on real headlines the window finds what comparing with all of them finds', () => {
  for (const name of POLICY_NAMES)
    gate(`under ${name}`, (shared) => {
      const prints = ['uci', 'ecbplus', 'release-posts'].flatMap((set) =>
        itemsOf(shared, set)
          .filter((_, at) => at % volume(12, 1) === 0)
          .map((item) => printItem(item, name)),
      )
      const recent = createRecent(policyOf(name))
      for (const [at, print] of prints.entries()) {
        const before = prints.slice(0, at)
        const all = (compare: typeof titleMatch) =>
          before.flatMap((other) => compare(print, other, recent.rules)?.with ?? [])
        const found = (matches: readonly { readonly with: string }[]) => matches.map((match) => match.with).sort()
        expect(found(recent.titleMatches(print))).toEqual(all(titleMatch).sort())
        expect(found(recent.eventMatches(print))).toEqual(all(eventMatch).sort())
        if (name === 'calibrated') expect(found(recent.contentMatches(print))).toEqual(all(contentMatch).sort())
        recent.add(print)
      }
    })
})

describe('copies of real bodies that were edited', () => {
  const edits = [
    ['one sentence of another article added', (body: string, other: string) => `${body} ${secondSentence(other)}`],
    ['the last tenth cut', (body: string) => body.slice(0, Math.floor(body.length * 0.9))],
  ] as const
  for (const [name, edit] of edits)
    gate(`all are found from 150 words on: ${name}`, (shared) => {
      const items = itemsOf(shared, 'ecbplus').filter(({ body }) => body !== null && words(body).length >= 150)
      expect(items.length).toBeGreaterThan(300)
      const rules = createRecent(policyOf('calibrated')).rules
      const missed = items.filter((item, at) => {
        const body = edit(item.body!, items[(at + 17) % items.length]!.body!)
        const copy = printItem({ ...item, id: `${item.id} copy`, body }, 'calibrated')
        return contentMatch(copy, printItem(item, 'calibrated'), rules) === null
      })
      expect(missed.map(({ id }) => id)).toEqual([])
    })
})

const secondSentence = (text: string) => text.split(/(?<=[.!?])\s+/)[1] ?? text.slice(0, 80)

function printItem({ id, title, body, sourceName, publishedAt, language }: LabelledItem, policy: PolicyName) {
  const input = {
    key: keyHash(id),
    feed: 0,
    guid: id,
    url: null,
    urlKey: null,
    sourceName,
    publisher: null,
    language,
    title,
    text: body,
    published: publishedAt,
    firstSeen: 0,
    contentHash: keyHash(title),
    wordCount: 0,
  }
  return printOf(input, { layered: policy === 'layered' })
}

function countOf(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
