import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { reachableUrl } from './reachable-url.ts'

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo
const lo = [at('127.0.0.1', true), at('::1', true)]

test.each([
  ['a server at one address is named by it', 'http://10.0.0.7:8080/', [at('10.0.0.8')], 'http://10.0.0.7:8080/'],
  [
    'one at every address by the first that others reach',
    'http://0.0.0.0:80/',
    [at('10.0.0.7')],
    'http://10.0.0.7:80/',
  ],
  ['also where it listens by IPv6', 'http://[::]:80/', [at('fe80::1'), at('10.0.0.7')], 'http://10.0.0.7:80/'],
  [
    'an address of IPv6 is in brackets',
    'http://[::]:80/',
    [at('fe80::1'), at('2001:db8::7')],
    'http://[2001:db8::7]:80/',
  ],
  [
    'an address that it does not listen at is not named',
    'http://0.0.0.0:80/',
    [at('2001:db8::7')],
    'http://127.0.0.1:80/',
  ],
  ['without a network it is this machine', 'http://[::]:80/', [], 'http://[::1]:80/'],
  ['a socket file stays what it is', 'unix:/run/copytaster.sock', [at('10.0.0.7')], 'unix:/run/copytaster.sock'],
])('%s', (_fact, url, others, expected) => expect(reachableUrl(url, { lo, eth0: others })).toBe(expected))
