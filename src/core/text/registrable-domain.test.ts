import { expect, test } from 'vitest'
import { registrableDomain } from './registrable-domain.ts'

test.each([
  ['leaves out hosts under it', 'https://www.news.example.com/a', 'example.com'],
  ['knows suffixes of two parts', 'https://feeds.bbc.co.uk/x', 'bbc.co.uk'],
  ['keeps the blogs of one platform apart', 'https://anna.blogspot.com/1', 'anna.blogspot.com'],
  ['is null for an IP address', 'http://127.0.0.1:8080/x', null],
  ['is null for no address', '', null],
])('registrableDomain %s', (_fact, url, expected) => expect(registrableDomain(url)).toBe(expected))
