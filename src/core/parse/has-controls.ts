/**
 * True when bytes hold a control character other than tab and line ends. Checks four bytes at a time: the check runs
 * over every document and hardly any has one, so a word without a byte below 0x20 is skipped in one step.
 */
export function hasControls(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return anyControl(bytes, 0, bytes.length)
  const aligned = (4 - (bytes.byteOffset % 4)) % 4
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0 && anyControl(bytes, aligned + at * 4, 4)) return true
  }
  const rest = aligned + words.length * 4
  return anyControl(bytes, 0, aligned) || anyControl(bytes, rest, bytes.length - rest)
}

function anyControl(bytes: Uint8Array, start: number, length: number): boolean {
  for (let at = start; at < start + length; at += 1) {
    const byte = bytes[at]!
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return true
  }
  return false
}
