import { describe, expect, test } from 'vitest'
import { personFrom } from './person.ts'

describe('personFrom', () => {
  test.each([
    ['mail (Name)', 'nora@herald.example (Nora  Quill)', 'Nora Quill', 'nora@herald.example'],
    ['Name <mail>', 'Nora Quill <nora@herald.example>', 'Nora Quill', 'nora@herald.example'],
    ['Name (mail)', 'Nora Quill (mailto:nora@herald.example)', 'Nora Quill', 'nora@herald.example'],
    ['a bare mail', ' nora@herald.example ', null, 'nora@herald.example'],
    ['a bare name', 'Nora\n Quill', 'Nora Quill', null],
    ['a quoted name', '"Quill, Nora" <nora@herald.example>', 'Quill, Nora', 'nora@herald.example'],
    ['a name with a handle', 'Nora @quill', 'Nora @quill', null],
    ['a name with brackets', 'Nora Quill (Herald)', 'Nora Quill (Herald)', null],
  ])('reads %s', (_fact, written, name, email) => expect(personFrom(written)).toEqual({ name, email, url: null }))

  test('is null for nothing', () => expect(personFrom(' \n ')).toBeNull())
  test('takes a long text as it is', () => expect(personFrom(`${'(a@'.repeat(1000)}`)?.email).toBeNull())
})
