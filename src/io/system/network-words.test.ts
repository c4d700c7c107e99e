import { connect } from 'node:net'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { networkWords } from './network-words.ts'

test.each([
  [{ code: 'ENOTFOUND', hostname: 'nws.example' }, 'there is no host called nws.example; check the address'],
  [
    { code: 'EAI_AGAIN', hostname: 'a.example' },
    'a.example cannot be looked up, no name server answers; check the network',
  ],
  [{ code: 'ECONNREFUSED', address: '::1', port: 80 }, 'nothing answers at [::1]:80'],
  [{ code: 'ECONNREFUSED' }, 'nothing answers there'],
  [{ code: 'ECONNRESET' }, 'the connection was cut off'],
  [{ code: 'EHOSTUNREACH', address: '10.0.0.1' }, '10.0.0.1 cannot be reached from here; check the network'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'its certificate has expired'],
  [
    { code: 'ESOCKET', errno: -constants.errno.ECONNREFUSED, address: '127.0.0.1', port: 25 },
    'nothing answers at 127.0.0.1:25',
  ],
  [{ code: 'SOMETHING_NEW' }, null],
  ['odd', null],
  [null, null],
])('%j is told as "%s"', (error, words) => expect(networkWords(error)).toBe(words))

test('so is an error that Node makes', async () => {
  const error = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve))
  expect(networkWords(error)).toBe('nothing answers at 127.0.0.1:1')
})
