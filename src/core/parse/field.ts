import type { Text } from '../domain/entry.ts'
import { absolute } from './absolute.ts'
import { inlineHtml } from './inline-html.ts'
import type { Scope } from './namespaces.ts'
import type { OnBadReference } from './references.ts'

/**
 * One element's attributes as a flat list: name in lower case, then value. Elements have two or three attributes, and
 * building a Map took longer than searching the list.
 */
export type Attributes = readonly string[]

/** The value of the attribute of that name, if there is one. */
export function attributeIn(attributes: Attributes, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1]
  return undefined
}

/** One element with its content, as the rules receive it. */
export interface Field {
  readonly attributes: Attributes
  readonly base: string | null
  readonly language: string | null
  readonly scope: Scope
  /** The character data with references decoded and markup left out; computed on each call. */
  readonly text: () => string
  /** The markup between its tags when there was any, else null. */
  readonly markup: string | null
  /** Offset of the markup in the document. */
  readonly markupAt: number
  /** Called for each malformed character reference. */
  readonly onBadReference: OnBadReference
}

/** The text on one line, null when nothing is left. */
export function lineOf(field: Field): string | null {
  return tidyLine(field.text())
}

/** White space squeezed; null for nothing. */
export function tidyLine(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const line = text.trim()
  if (line === '') return null
  return /[\t\r\n]|\s\s/.test(line) ? line.replace(/\s+/g, ' ') : line
}

/** An attribute's value, null when missing or blank. */
export function attribute(field: Field, name: string): string | null {
  const value = attributeIn(field.attributes, name)?.trim()
  return value === undefined || value === '' ? null : value
}

/** An address in the field, resolved against the field's base. */
export function addressIn(field: Field, written: string | null): string | null {
  return written === null ? null : absolute(written, field.base)
}

/** A text with the field's base and language; null when blank. */
export function textOf(field: Field, value: string, type: 'text' | 'html'): Text | null {
  const trimmed = value.trim()
  return trimmed === '' ? null : { value: trimmed, type, base: field.base, language: field.language }
}

/** A field that holds HTML: escaped, in CDATA, or as unescaped markup. */
export function htmlText(field: Field): Text | null {
  return textOf(field, field.markup === null ? field.text() : markupOf(field), 'html')
}

/** The field's own markup as HTML. */
export function markupOf(field: Field): string {
  const { scope, base, markupAt, onBadReference } = field
  return inlineHtml(field.markup ?? '', { scope, base, offset: markupAt, onBadReference })
}

/** A count or size, decimals cut off; null when it is not a number from 0 up. */
export function numberFrom(written: string | null | undefined): number | null {
  const digits = /^\s*([0-9]{1,15})(?:\.[0-9]*)?\s*$/.exec(written ?? '')
  return digits ? Number(digits[1]) : null
}
