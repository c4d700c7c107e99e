import { PatternError, type PatternNode, readPattern, type UnitTest } from './pattern-syntax.ts'

/** Where a pattern was found. */
export interface Found {
  readonly start: number
  readonly end: number
}

/** Patterns made ready: the leftmost and longest place where any of them stands, or null. */
export interface Pattern {
  readonly find: (text: string) => Found | null
}

type Step =
  | { readonly kind: 'unit'; readonly test: UnitTest; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'found' }

/** A set of places in the pattern the text may have brought us to, with the sets each next unit leads to. */
interface Reached {
  readonly units: readonly number[]
  readonly found: boolean
  readonly next: Map<string, Reached | null>
}

const mostSteps = 2000
const mostKept = 500_000

/**
 * Patterns come from users, and the platform's backtracking engine can be made to hang by one of them. This runs all
 * possibilities side by side (Thompson, 1968; https://swtch.com/~rsc/regexp/regexp1.html), so a text of n units costs
 * n steps from each start, whatever the pattern.
 */
export function compilePatterns(patterns: readonly string[]): Pattern {
  const steps: Step[] = [{ kind: 'found' }]
  const node: PatternNode = { kind: 'any', parts: patterns.map(readPattern) }
  const first = build(node, 0, steps)
  const walk = walker(steps, first)
  return { find: (text) => findLeftmost(text, walk) }
}

function findLeftmost(text: string, walk: (text: string, start: number) => number): Found | null {
  for (let start = 0; start < text.length; start += 1) {
    const end = walk(text, start)
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

/** What walks have learnt: the sets met by name, and how much of it there is. */
interface Memory {
  readonly steps: readonly Step[]
  readonly known: Map<string, Reached>
  kept: number
}

/** A hostile pattern only makes the walk forget sooner what it has met. */
function walker(steps: readonly Step[], first: number): (text: string, start: number) => number {
  const memory: Memory = { steps, known: new Map(), kept: 0 }
  let root = reach([first], memory)
  return (text, start) => {
    if (memory.kept > mostKept) {
      memory.known.clear()
      memory.kept = 0
      root = reach([first], memory)
    }
    let end = -1
    let here: Reached | null = root
    for (let at = start; here !== null && at < text.length; at += 1) {
      here = follow(here, text[at]!, memory)
      if (here?.found) end = at + 1
    }
    return end
  }
}

function follow(from: Reached, unit: string, memory: Memory): Reached | null {
  const before = from.next.get(unit)
  if (before !== undefined) return before
  const cases = [...new Set([unit, unit.toLowerCase(), unit.toUpperCase()])]
  const places: number[] = []
  for (const place of from.units) {
    const step = memory.steps[place]!
    if (step.kind === 'unit' && cases.some(step.test)) places.push(step.next)
  }
  const reached = places.length === 0 ? null : reach(places, memory)
  memory.kept += 1
  from.next.set(unit, reached)
  return reached
}

function reach(places: readonly number[], memory: Memory): Reached {
  const { steps, known } = memory
  const seen = new Set<number>()
  const open = [...places]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    const step = steps[place]!
    if (step.kind === 'fork') open.push(step.next, step.other)
  }
  const units = [...seen].filter((place) => steps[place]!.kind === 'unit').sort((a, b) => a - b)
  const name = `${seen.has(0) ? 'found' : ''} ${units.join(' ')}`
  const before = known.get(name)
  if (before !== undefined) return before
  const reached: Reached = { units, found: seen.has(0), next: new Map() }
  known.set(name, reached)
  memory.kept += units.length + 1
  return reached
}
