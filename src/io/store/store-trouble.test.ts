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

test.each([
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /wants a password; set COPYTASTER_DATABASE/],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string', /wants a password/],
  ['The server does not support SSL connections', /without TLS.*sslmode/],
])('"%s", which the driver says without a code, is one line with the cure', (message, cure) => {
  const trouble = storeTrouble(new Error(message), ADDRESS)
  expect(trouble).toMatchObject({ kind: 'lasting', message: expect.stringMatching(cure) })
  expect(isLostConnection(new Error(message))).toBe(false)
})

test.each([
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /certificate is not trusted; add sslrootcert=FILE/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /certificate is for another name/],
  [{ code: 'ENOENT', syscall: 'open', path: 'root.crt' }, /its certificate root\.crt cannot be read/],
])('trouble with certificates (%o) is one line with the cure', (given, cure) => {
  const trouble = storeTrouble(Object.assign(new Error('of Node'), given), `${ADDRESS}?sslrootcert=root.crt`)
  expect(trouble).toMatchObject({ kind: 'lasting', message: expect.stringMatching(cure) })
})

test('any other error is unchanged', () => {
  const error = new Error('timeout of a publisher')
  expect(storeTrouble(error, ADDRESS)).toBe(error)
  const backup = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', path: 'none.gz' })
  expect(storeTrouble(backup, ADDRESS)).toBe(backup)
})
