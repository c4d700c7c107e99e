import { expect, test } from 'vitest'
import { hanScript } from './han-script.ts'

test.each([
  ['晶圓廠第三期擴建獲准，總投資額達四千億', 'Hant'],
  ['中国经济增长，进出口数据发布', 'Hans'],
  ['山水人大小', null],
  ['Harbour bridge', null],
])('%s is written as %s', (text, script) => expect(hanScript(text)).toBe(script))
