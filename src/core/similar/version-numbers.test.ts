import { expect, test } from 'vitest'
import { areDisjoint } from './are-disjoint.ts'
import { versionsIn } from './version-numbers.ts'

test.each([
  ['two releases', 'NetNewsWire 7.1.2', 'NetNewsWire 7.1.3b4', true],
  ['two minor versions', 'Quillbase 3.1 is out', 'Quillbase 3.2 beta', true],
  ['the same with an idle zero', 'Go 1.24 is released', 'Go 1.24.0 is released', false],
  ['two versions of a system', 'QEMU version 9.2.0 released', 'QEMU version 8.0.0 released', true],
  ['a bid that was raised', 'Tolland offers €41.50 a share', 'Tolland lifts its bid to €46.50', false],
  ['a corrected magnitude', 'Magnitude 6.1 quake off Hualien', 'Hualien quake revised to 5.9', false],
  ['a corrected magnitude in Chinese', '花蓮外海規模6.1地震', '花蓮地震規模修正為5.9', false],
  ['two rates', 'Bank cuts rate to 4.25%', 'Bank had held rate at 4.5%', false],
  ['two tolls', 'Ferry toll rises to 14', 'Ferry toll rises to 19', false],
  ['two amounts', 'Tolland bids 2.3 bln euros', 'Tolland bids 2.6 bln euros', false],
])('two releases, however alike they are announced: %s', (_fact, a, b, expected) =>
  expect(areDisjoint(versionsIn(a), versionsIn(b))).toBe(expected),
)
