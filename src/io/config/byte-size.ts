const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1000,
  kib: 1024,
  mb: 1_000_000,
  mib: 1_048_576,
  gb: 1_000_000_000,
  gib: 1_073_741_824,
}

/** Parses a size such as "10MB" or "512KiB" to bytes; null when it is not a number with a unit. */
export function byteSize(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)\s*(b|[kmg]i?b)$/i.exec(text.trim())
  if (!parts) return null
  return Math.round(Number(parts[1]) * UNITS[parts[2]!.toLowerCase()]!)
}
