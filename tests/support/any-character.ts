import fc from 'fast-check'

const SURROGATES = 0x800

/** Any character there is, half pairs left out: fast-check's own `binary` takes most of a second to begin. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + SURROGATES))
