import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/120.0.0.0 Safari/537.36`, 'Chrome · Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64) ${webkit} Chrome/120.0.0.0 Safari/537.36 Edg/120.0`, 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox · macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webkit} Version/17.0 Safari/604.1`, 'Safari · iPhone'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('%s is %s', (agent, name) => expect(browserName(agent)).toBe(name))
