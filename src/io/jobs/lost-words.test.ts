import { expect, test } from 'vitest'
import { troubleOfLostWord } from './lost-words.ts'

const ADDRESS = 'postgres://desk@db.example/news'

test.each([
  ['the connection broke', new Error('Connection terminated unexpectedly')],
  ['no connection was free in time', new Error('timeout exceeded when trying to connect')],
  ['the disk of the server is full', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['the server is starting', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['nothing answers', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
])('a word that was lost because %s is a passing trouble of the store', (_, error) => {
  expect(troubleOfLostWord(error, ADDRESS)).toMatchObject({ kind: 'passing' })
})

test.each([
  ['whose connections are closed', 'Cannot use a pool after calling end on the pool'],
  ['that was given up', 'This batcher has been released, and so no more calls can be made.'],
])('one of a run %s is ignored', (_, message) => {
  expect(troubleOfLostWord(new Error(message), ADDRESS)).toBeNull()
})

test('any other error is a bug', () => {
  const bug = new TypeError('x is not a function')
  expect(() => troubleOfLostWord(bug, ADDRESS)).toThrow(bug)
})
