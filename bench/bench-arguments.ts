/** The command line of `npm run bench`. */
export interface BenchArguments {
  /** The benchmarks to run, in the order given, each once. */
  readonly names: readonly string[]
  /** Whether the figures also go to docs/benchmarks.md. */
  readonly record: boolean
}

/** Reads `NAME… [--record]`, where `NAME --real` is the benchmark NAME-real; null when no name is given, or one that is not known. */
export function benchArguments(argv: readonly string[], known: readonly string[]): BenchArguments | null {
  const words = argv.filter((word) => word !== '--record')
  const joined = words.map((word, at) => (words[at + 1] === '--real' ? `${word}-real` : word))
  const names = [...new Set(joined.filter((word) => word !== '--real'))]
  if (names.length === 0 || names.some((name) => !known.includes(name))) return null
  return { names, record: argv.includes('--record') }
}
