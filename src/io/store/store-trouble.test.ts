import { expect, test } from 'vitest'
import { StoreTrouble } from '../../core/domain/store-trouble.ts'
import { isLostConnection, storeTrouble } from './store-trouble.ts'

const ADDRESS = 'postgres://desk@db.example/news'

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
])('"%s", which the driver says without a code, is a lost connection that passes', (message) => {
  const error = new Error(message)
  expect(isLostConnection(error)).toBe(true)
  expect(storeTrouble(error, ADDRESS)).toMatchObject({ kind: 'passing' })
})

test.each(['25P03', '57P05'])('a session that the server ended for its silence (%s) is a lost connection', (code) => {
  expect(storeTrouble(Object.assign(new Error('ended'), { code }), ADDRESS)).toBeInstanceOf(StoreTrouble)
})

test('any other error is unchanged', () => {
  const error = new Error('timeout of a publisher')
  expect(storeTrouble(error, ADDRESS)).toBe(error)
})
