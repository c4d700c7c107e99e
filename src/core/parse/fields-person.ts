import type { Person } from '../domain/entry.ts'
import type { Draft, PersonDraft } from './drafts.ts'
import { addressIn, attribute, lineOf } from './field.ts'
import { personFrom } from './person.ts'
import { apart, named, type Rule, type Table, text } from './rule.ts'

/** Far more than any byline; the rest of a longer list is not kept. */
const maxPersons = 200

const parts: Table<PersonDraft> = new Map([
  ...named<PersonDraft>(
    'atom:name name itunes:name rdf:value dc:title',
    text((person, field) => {
      person.name ??= lineOf(field)
    }),
  ),
  ...named<PersonDraft>(
    'atom:email email itunes:email',
    text((person, field) => {
      person.email ??= lineOf(field)?.replace(/^mailto:/i, '') ?? null
    }),
  ),
  ...named<PersonDraft>(
    'atom:uri atom:url atom:homepage uri url',
    text((person, field) => {
      person.url ??= addressIn(field, lineOf(field))
    }),
  ),
])

/** A person's element may hold its parts or plain text, whatever its namespace promises. */
export function personRule<D>(list: (draft: D) => Person[]): Rule<D> {
  return apart(
    parts,
    (_draft, field): PersonDraft => ({ name: null, email: null, url: attribute(field, 'rdf:about') }),
    (draft, person, stray) => addPerson(list(draft), wholePerson(person) ?? personFrom(stray)),
  )
}

/** A person in one line of text. */
export function bylineRule<D>(list: (draft: D) => Person[]): Rule<D> {
  return text((draft, field) => addPerson(list(draft), personFrom(field.text())))
}

/** Adds a person to a list, if there is one and the list is not absurd. */
export function addPerson(list: Person[], person: Person | null): void {
  if (person !== null && list.length < maxPersons) list.push(person)
}

/** Whoever writes the mail address into the name still gets a name and a mail. */
function wholePerson({ name, email, url }: PersonDraft): Person | null {
  const read = name !== null && email === null ? personFrom(name) : { name, email }
  const person: Person = { name: read?.name ?? null, email: read?.email ?? null, url }
  return person.name === null && person.email === null && person.url === null ? null : person
}

/** Who wrote it, in every namespace that says so. */
export const personRules: readonly [string, Rule<Draft>][] = [
  ...named(
    'author atom:author',
    personRule<Draft>((draft) => draft.authors),
  ),
  ...named(
    'dc:creator dc:author dcterms:creator',
    bylineRule<Draft>((draft) => draft.creators),
  ),
  ['atom:contributor', personRule((draft) => draft.contributors)],
  ['dc:contributor', bylineRule((draft) => draft.contributors)],
]
