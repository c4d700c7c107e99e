import type { Person } from '../domain/entry.ts'
import type { CommonBuilder, PersonBuilder } from './builders.ts'
import { addressIn, attribute, lineOf } from './field.ts'
import { personFrom } from './person.ts'
import { apart, named, type Rule, type Table, text } from './rule.ts'

/** More persons than any byline has; the rest of a longer list is dropped. */
const maxPersons = 200

const parts: Table<PersonBuilder> = new Map([
  ...named<PersonBuilder>(
    'atom:name name itunes:name rdf:value dc:title',
    text((person, field) => {
      person.name ??= lineOf(field)
    }),
  ),
  ...named<PersonBuilder>(
    'atom:email email itunes:email',
    text((person, field) => {
      person.email ??= lineOf(field)?.replace(/^mailto:/i, '') ?? null
    }),
  ),
  ...named<PersonBuilder>(
    'atom:uri atom:url atom:homepage uri url',
    text((person, field) => {
      person.url ??= addressIn(field, lineOf(field))
    }),
  ),
])

/** A person's element: child elements or plain text, whichever the publisher wrote. */
export function personRule<D>(list: (builder: D) => Person[]): Rule<D> {
  return apart(
    parts,
    (_builder, field): PersonBuilder => ({ name: null, email: null, url: attribute(field, 'rdf:about') }),
    (builder, person, stray) => addPerson(list(builder), wholePerson(person) ?? personFrom(stray)),
  )
}

/** A person written as one line of text. */
export function bylineRule<D>(list: (builder: D) => Person[]): Rule<D> {
  return text((builder, field) => addPerson(list(builder), personFrom(field.text())))
}

/** Adds a person to a list unless it is null or the list is full. */
export function addPerson(list: Person[], person: Person | null): void {
  if (person !== null && list.length < maxPersons) list.push(person)
}

/** Splits a mail address out of a name that contains one. */
function wholePerson({ name, email, url }: PersonBuilder): Person | null {
  const read = name !== null && email === null ? personFrom(name) : { name, email }
  const person: Person = { name: read?.name ?? null, email: read?.email ?? null, url }
  return person.name === null && person.email === null && person.url === null ? null : person
}

/** Authors and contributors in every namespace that has them. */
export const personRules: readonly [string, Rule<CommonBuilder>][] = [
  ...named(
    'author atom:author',
    personRule<CommonBuilder>((builder) => builder.authors),
  ),
  ...named(
    'dc:creator dc:author dcterms:creator',
    bylineRule<CommonBuilder>((builder) => builder.creators),
  ),
  ['atom:contributor', personRule((builder) => builder.contributors)],
  ['dc:contributor', bylineRule((builder) => builder.contributors)],
]
