import { expect, test } from 'vitest'
import { openingSentences } from './sentences.ts'

const LONG = [
  'the harbour of eastmere was closed on monday after the ferry ran aground',
  'two hundred passengers were taken off by boats of the coast guard',
  'nobody was hurt but the ferry is expected to stay where it is for weeks',
  'the company that runs the ferry said it would inspect its other ships',
]

test('opening sentences are the first three of more than ten words, without bylines', () => {
  const text = `By A. Writer. ${LONG.map((sentence) => `${sentence}.`).join(' ')}`
  expect(openingSentences(text)).toEqual(LONG.slice(0, 3))
})
