import { PatternError, type PatternNode, readPattern, type UnitTest } from './pattern-syntax.ts'

/** The offsets of a match. */
export interface PatternMatch {
  readonly start: number
  readonly end: number
}

/** Compiled patterns: finds the leftmost and longest match of any of them, or null. */
export interface Pattern {
  readonly find: (text: string) => PatternMatch | null
}

type Step =
  | { readonly kind: 'unit'; readonly test: UnitTest; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'found' }

/** A state of the lazily built DFA: a set of NFA positions, with the state for each next code unit. */
interface DfaState {
  readonly units: readonly number[]
  readonly found: boolean
  readonly next: Map<string, DfaState | null>
}

const mostSteps = 2000
const mostKept = 500_000

/**
 * A regular expression engine without backtracking: Thompson's NFA simulation (1968;
 * https://swtch.com/~rsc/regexp/regexp1.html) with a lazily built DFA. Patterns come from users, and one of them could
 * hang the platform's backtracking engine; here a text of n code units costs n steps from each start.
 */
export function compilePatterns(patterns: readonly string[]): Pattern {
  const steps: Step[] = [{ kind: 'found' }]
  const node: PatternNode = { kind: 'any', parts: patterns.map(readPattern) }
  const first = build(node, 0, steps)
  const matchFrom = createMatcher(steps, first)
  return { find: (text) => findLeftmost(text, matchFrom) }
}

function findLeftmost(text: string, matchFrom: (text: string, start: number) => number): PatternMatch | null {
  for (let start = 0; start < text.length; start += 1) {
    const end = matchFrom(text, start)
    if (end > start) return { start, end }
  }
  return null
}

function build(node: PatternNode, next: number, steps: Step[]): number {
  if (steps.length > mostSteps) throw new PatternError('is too large once its repeats are written out')
  if (node.kind === 'unit') return add({ kind: 'unit', test: node.test, next }, steps)
  if (node.kind === 'all') return node.parts.reduceRight((after, part) => build(part, after, steps), next)
  if (node.kind === 'repeat') return buildRepeat(node, next, steps)
  const [first, ...others] = node.parts.map((part) => build(part, next, steps))
  return others.reduce((fork, other) => add({ kind: 'fork', next: fork, other }, steps), first ?? next)
}

function buildRepeat(node: PatternNode & { kind: 'repeat' }, next: number, steps: Step[]): number {
  let after = next
  if (node.max === null) {
    const loop = { kind: 'fork' as const, next: 0, other: next }
    after = add(loop, steps)
    loop.next = build(node.part, after, steps)
  } else {
    for (let time = node.min; time < node.max; time += 1) {
      after = add({ kind: 'fork', next: build(node.part, after, steps), other: next }, steps)
    }
  }
  for (let time = 0; time < node.min; time += 1) after = build(node.part, after, steps)
  return after
}

const add = (step: Step, steps: Step[]): number => steps.push(step) - 1

/** The cached DFA states and their size. */
interface DfaCache {
  readonly steps: readonly Step[]
  readonly known: Map<string, DfaState>
  kept: number
}

/** The cache is bounded: a hostile pattern only clears it more often. */
function createMatcher(steps: readonly Step[], first: number): (text: string, start: number) => number {
  const cache: DfaCache = { steps, known: new Map(), kept: 0 }
  let root = stateOf([first], cache)
  return (text, start) => {
    if (cache.kept > mostKept) {
      cache.known.clear()
      cache.kept = 0
      root = stateOf([first], cache)
    }
    let end = -1
    let here: DfaState | null = root
    for (let at = start; here !== null && at < text.length; at += 1) {
      here = nextState(here, text[at]!, cache)
      if (here?.found) end = at + 1
    }
    return end
  }
}

function nextState(from: DfaState, unit: string, cache: DfaCache): DfaState | null {
  const before = from.next.get(unit)
  if (before !== undefined) return before
  const cases = [...new Set([unit, unit.toLowerCase(), unit.toUpperCase()])]
  const positions: number[] = []
  for (const position of from.units) {
    const step = cache.steps[position]!
    if (step.kind === 'unit' && cases.some(step.test)) positions.push(step.next)
  }
  const state = positions.length === 0 ? null : stateOf(positions, cache)
  cache.kept += 1
  from.next.set(unit, state)
  return state
}

function stateOf(positions: readonly number[], cache: DfaCache): DfaState {
  const { steps, known } = cache
  const seen = new Set<number>()
  const open = [...positions]
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    if (seen.has(position)) continue
    seen.add(position)
    const step = steps[position]!
    if (step.kind === 'fork') open.push(step.next, step.other)
  }
  const units = [...seen].filter((position) => steps[position]!.kind === 'unit').sort((a, b) => a - b)
  const name = `${seen.has(0) ? 'found' : ''} ${units.join(' ')}`
  const before = known.get(name)
  if (before !== undefined) return before
  const state: DfaState = { units, found: seen.has(0), next: new Map() }
  known.set(name, state)
  cache.kept += units.length + 1
  return state
}
