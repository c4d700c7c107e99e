import { expect, test } from 'vitest'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { UserError } from '../core/domain/user-error.ts'
import { fromErrorRecord, toErrorRecord } from './error-record.ts'

test.each([
  ['a mistake of a user', new UserError(['feeds.yaml:1:1 no', 'feeds.yaml:2:1 no'])],
  ['a mistake with its reason', new UserError({ code: 'tooManyRules', most: 5 })],
  ['a trouble', new Trouble('cannot listen')],
  ['a passing trouble of the store', new StoreTrouble('passing', 'locked')],
  ['a store that was replaced', new StoreTrouble('replaced', 'restored')],
  ['a fault of ours', new TypeError('x is not a function')],
])('%s crosses a thread', (_, error) => {
  const arrived = fromErrorRecord(structuredClone(toErrorRecord(error)))
  expect(arrived.message).toBe(error.message)
  if (error instanceof TypeError) expect(arrived.stack).toBe(error.stack)
  else {
    expect(arrived).toBeInstanceOf(error.constructor)
    expect(arrived).toMatchObject({ ...error, stack: expect.anything() })
  }
})
