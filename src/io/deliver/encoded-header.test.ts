import { expect, test } from 'vitest'
import { encodedHeader } from './encoded-header.ts'

test.each([
  ['plain ASCII stays as it is', 'Morning Brief, 15 Nov', 'Morning Brief, 15 Nov'],
  ['other letters become an encoded word', 'Übersicht', '=?UTF-8?B?w5xiZXJzaWNodA==?='],
  ['text that looks encoded is encoded', '=?UTF-8?B?Cg==?=', '=?UTF-8?B?PT9VVEYtOD9CP0NnPT0/PQ==?='],
  ['a line end cannot begin another header', 'a\nb', '=?UTF-8?B?YQpi?='],
])('%s', (_fact, text, expected) => expect(encodedHeader(text)).toBe(expected))
