import type { Print, PrintTitle } from '../../domain/print.ts'
import { type ByteReader, readBytes, uintAt } from '../containers/bytes.ts'
import { decodeTerms, SCRIPTS } from './encode-print.ts'
import { emptyLabel, passIdentity, readLabel } from './print-label.ts'

/** As much of a print as titles and events are looked up by. */
export interface IndexedPart extends Pick<Print, 'language' | 'sourceName' | 'published' | 'terms' | 'entities'> {
  readonly title: Pick<PrintTitle, 'raw' | 'script' | 'terms' | 'letters'>
}

const label = emptyLabel()

/** Opens only so much: a window opens a whole day of prints when somebody comes who could match them. */
export function indexedPart(bytes: Uint8Array): IndexedPart {
  readLabel(bytes, label)
  const { published } = label
  const read = readBytes(bytes)
  read.moveTo(passIdentity(bytes))
  passText(read)
  const sourceName = read.text()
  passText(read)
  const language = read.text()
  const script = SCRIPTS[read.byte() & 7]!
  const raw = read.text() ?? ''
  passText(read)
  const title = { raw, script, terms: read.uints(), letters: read.text() }
  read.moveTo(uintAt(bytes, ENTITIES_AT))
  return { sourceName, language, published, title, terms: decodeTerms(bytes), entities: read.uints() }
}

/** Where the place of the entities stands. */
const ENTITIES_AT = 9

/** Texts have their length and one before them; 0 stands for none. */
function passText(read: ByteReader): void {
  const length = read.count()
  if (length > 0) read.moveTo(read.place() + length - 1)
}
