import { expect, test } from 'vitest'
import { FetchError, toFetchError } from './fetch-error.ts'

const coded = (code: string) => Object.assign(new Error('it broke'), { code })

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'reset'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'connectTimeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['EPROTO', 'tls'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headersTooLarge'],
  ['SOMETHING_NEW', 'protocol'],
])('%s is %s', (code, failure) => expect(toFetchError(coded(code))).toMatchObject({ failure }))

test('a code that a person cannot read is told in words, any other error in its own', () => {
  const lost = Object.assign(coded('ENOTFOUND'), { hostname: 'nws.example' })
  expect(toFetchError(lost).message).toBe('there is no host called nws.example; check the address')
  expect(toFetchError(coded('SOMETHING_NEW')).message).toBe('it broke')
})

test('what is already named stays, and what is no error still gets a name', () => {
  const named = new FetchError('bomb', 'boom')
  expect(toFetchError(named)).toBe(named)
  expect(toFetchError('odd')).toMatchObject({ failure: 'protocol', message: 'odd' })
  expect(toFetchError(coded('EPIPE')).cause).toMatchObject({ code: 'EPIPE' })
})
