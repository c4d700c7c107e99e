import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressGuard } from './address-guard.ts'

/** Special-purpose addresses: the IANA registries for IPv4 and IPv6, and the metadata services of the large clouds. */
const closed: ReadonlyArray<readonly [fact: string, address: string]> = [
  ['loopback', '127.0.0.1'],
  ['the far end of loopback', '127.255.255.254'],
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.16.0.1'],
  ['the end of 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['Alibaba metadata', '100.100.100.200'],
  ['link-local', '169.254.1.1'],
  ['metadata of AWS, Google and Azure', '169.254.169.254'],
  ['Azure WireServer', '168.63.129.16'],
  ['Oracle metadata', '192.0.0.192'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['the end of multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 loopback, long', '0:0:0:0:0:0:0:1'],
  ['IPv6 unspecified', '::'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['mapped metadata', '::ffff:a9fe:a9fe'],
  ['mapped WireServer', '::ffff:168.63.129.16'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['IPv4-compatible private', '::a00:1'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  ['NAT64 loopback', '64:ff9b::7f00:1'],
  ['NAT64 metadata', '64:ff9b::169.254.169.254'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['6to4 loopback', '2002:7f00:1::'],
  ['6to4 private', '2002:c0a8:101::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['unique local fc', 'fc00::1'],
  ['unique local fd', 'fd12:3456::1'],
  ['AWS metadata over IPv6', 'fd00:ec2::254'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['the end of IPv6 link-local', 'febf::1'],
  ['site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['discard only', '100::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['new IPv6 documentation', '3fff::1'],
  ['ORCHID', '2001:20::1'],
  ['segment routing', '5f00::1'],
  ['not assigned', '4000::1'],
  ['in brackets', '[::1]'],
  ['a name', 'localhost'],
  ['nothing', ''],
]

describe('without an allow-list', () => {
  test.each(closed)('%s is closed: %s', (_fact, address) => expect(addressGuard(false)(address, 80)).toBe(false))

  test.each([
    ['a public address', '93.184.215.14'],
    ['just below 10/8', '9.255.255.255'],
    ['just above 172.16/12', '172.32.0.1'],
    ['just above carrier-grade NAT', '100.128.0.1'],
    ['a neighbour of WireServer', '168.63.129.17'],
    ['a public IPv6 address', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    ['a public address, mapped', '::ffff:93.184.215.14'],
  ])('%s is open: %s', (_fact, address) => expect(addressGuard(false)(address, 443)).toBe(true))
})

describe('an allow-list', () => {
  test.each([
    ['an address', ['127.0.0.5'], '127.0.0.5', 80, true],
    ['an address, not its neighbour', ['127.0.0.5'], '127.0.0.6', 80, false],
    ['an address and port', ['127.0.0.5:8080'], '127.0.0.5', 8080, true],
    ['an address and port, not another port', ['127.0.0.5:8080'], '127.0.0.5', 8081, false],
    ['an IPv6 address', ['::1'], '::1', 80, true],
    ['an IPv6 address and port', ['[::1]:8080'], '::1', 8080, true],
    ['an IPv6 address and port, not another port', ['[::1]:8080'], '::1', 80, false],
    ['an IPv4 address, not IPv6 loopback', ['127.0.0.1'], '::1', 80, false],
    ['a block', ['10.1.0.0/16'], '10.1.255.3', 80, true],
    ['a block, not beyond it', ['10.1.0.0/16'], '10.2.0.1', 80, false],
    ['an IPv6 block', ['fd12::/16'], 'fd12:1::1', 80, true],
    ['a metadata service by its own address', ['100.100.100.200'], '100.100.100.200', 80, true],
    ['nothing', [], '127.0.0.1', 80, false],
  ])('opens %s', (_fact, allow, address, port, open) => expect(addressGuard(allow)(address, port)).toBe(open))

  test.each(['localhost', '127.0.0.1:', '10.0.0.0/99', 'http://127.0.0.1', ''])('refuses to hold %j', (entry) =>
    expect(() => addressGuard([entry])).toThrow(/allowed address must be/),
  )

  test.each([
    ['127.0.0.1', true],
    ['192.168.1.1', true],
    ['fd12::1', true],
    ['100.64.0.1', true],
    ['::ffff:192.168.1.1', true],
    ['169.254.169.254', false],
    ['100.100.100.200', false],
    ['::ffff:100.100.100.200', false],
    ['100.96.0.96', false],
    ['::ffff:100.96.0.96', false],
    ['100.80.80.80', false],
    ['100.80.80.81', true],
    ['169.254.170.2', false],
    ['169.254.0.23', false],
    ['::a9fe:a9fe', false],
    ['64:ff9b:1::a9fe:a9fe', false],
    ['2001:0:a9fe:a9fe::', false],
    ['fd00:ec2::254', false],
    ['FD00:0EC2:0:0::254', false],
    ['fd00:ec2::23', false],
    ['fd20:ce::254', false],
    ['fd00:c1::a9fe:a9fe', false],
    ['fd00:42::42', false],
    ['fd00:a9fe:a9fe::1', false],
    ['fd00:100::100:200', false],
    ['192.0.0.192', false],
    ['fe80::a9fe:a9fe', false],
    ['64:ff9b::6464:64c8', false],
    ['2002:6464:64c8::1', false],
    ['168.63.129.16', false],
    ['fe80::1', false],
    ['224.0.0.1', false],
    ['0.0.0.0', false],
  ])('of `true` opens own networks only: %s %s', (address, open) => expect(addressGuard(true)(address, 80)).toBe(open))

  test('opens nothing it does not name', () => {
    const guard = addressGuard(['127.0.0.7:8080'])
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(65535), (a, b, c, port) => {
        const named = a === 0 && b === 0 && c === 7 && port === 8080
        expect(guard(`127.${a}.${b}.${c}`, port)).toBe(named)
      }),
      { seed: 4, numRuns: 300 },
    )
  })
})
