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
    ['a name in a link', '<a href="https://herald.example/nora">Nora <b>Quill</b></a>', 'Nora Quill', null],
    ['a name in a link to a mail', '<a href="mailto:nora@herald.example">Nora Quill</a>', 'Nora Quill', null],
    ['a name encoded twice', 'Quill &amp; Daughter', 'Quill & Daughter', null],
    ['a name in quotation marks', '<Nora> Quill', '<Nora> Quill', null],
    ['a name with brackets', 'Nora Quill (Herald)', 'Nora Quill (Herald)', null],
  ])('reads %s', (_fact, written, name, email) => expect(personFrom(written)).toEqual({ name, email, url: null }))

  test.each([' \n ', '<a href="https://herald.example/"></a>'])('is null for nothing: %s', (written) =>
    expect(personFrom(written)).toBeNull(),
  )
  test('takes a long text as it is', () => expect(personFrom(`${'(a@'.repeat(1000)}`)?.email).toBeNull())
})
