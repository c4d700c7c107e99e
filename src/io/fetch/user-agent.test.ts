import { expect, test } from 'vitest'
import { userAgent } from './user-agent.ts'

test.each([
  ['with a contact', userAgent('1.2.0', 'https://c.example'), 'Copytaster/1.2.0 (+https://c.example; 1 subscriber)'],
  ['with readers', userAgent('1.2.0', 'https://c.example', 3), 'Copytaster/1.2.0 (+https://c.example; 3 subscribers)'],
  ['without a contact', userAgent('1.2.0', null), 'Copytaster/1.2.0 (feed reader; 1 subscriber)'],
  ['without what a header cannot carry', userAgent('1', 'mailto:é\r\nx@y'), 'Copytaster/1 (+mailto:x@y; 1 subscriber)'],
])('userAgent %s', (_fact, agent, expected) => expect(agent).toBe(expected))
