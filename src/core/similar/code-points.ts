/** The characters of a text as numbers, so that loops compare without cutting strings; a surrogate pair is one. */
export function codePoints(text: string): Uint32Array {
  const out = new Uint32Array(text.length)
  let size = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!
    if (code > 0xffff) at++
    out[size++] = code
  }
  return size === text.length ? out : out.subarray(0, size)
}
