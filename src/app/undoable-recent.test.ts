import { expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { printOf } from '../core/dedup/print/print.ts'
import { createRecent } from '../core/dedup/recent/recent.ts'
import { undoable } from './undoable-recent.ts'

const print = (n: number, title = `Story number ${n}`) =>
  printOf(anArticle({ url: `https://a.example/${n}`, title }), {})

test('what was added, replaced and removed is taken back', () => {
  const recent = createRecent(policyOf('calibrated'))
  for (const n of [1, 2, 3]) recent.add(print(n))
  const titles = () => {
    const found: string[] = []
    recent.each(({ key }) => found.push(`${key} ${recent.get(key)!.contentHash}`))
    return found.sort()
  }
  const before = titles()
  const trial = undoable(recent)
  trial.recent.add(print(4))
  trial.recent.add({ ...print(2), contentHash: 'f'.repeat(32) })
  trial.recent.remove(print(3).key)
  expect(titles()).not.toEqual(before)
  trial.undo()
  expect(titles()).toEqual(before)
})
