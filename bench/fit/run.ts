/**
 * Fits the weights of the pair rule: `npm run fit -- [--seed 1] [--step 0.1] [--splits 10]`. Without `--splits` it
 * starts from what the product ships, fits all open sets and prints the weights. With it, weights are fitted to a random
 * half of every set, from weights set by hand, and scored on the other, so many times, and the spread is printed.
 */
import { parseArgs } from 'node:util'
import { type LabelledSets, readLabelledSets } from '../../tests/support/quality/labelled-sets.ts'
import { SHIPPED, type Weights } from '../../tests/support/quality/score-policy.ts'
import { sharedFolder } from '../../tests/support/shared-folder.ts'
import { type Fitness, fitnessOf } from './objective.ts'
import { searchCube } from './pattern-search.ts'

/** Weights that are fitted, and between which bounds; the signs keep the rule monotone. */
const BOUNDS: Readonly<Partial<Record<keyof Weights, readonly [least: number, most: number]>>> = {
  overlap: [0, 3],
  titles: [0, 4],
  noTitle: [0, 3],
  shared: [0.3, 3],
  rarest: [0, 1],
  shorter: [0, 2.5],
  otherNumbers: [0, 1.2],
  otherFigures: [0, 3],
  bias: [-10, 0],
  bareHeadlines: [0, 16],
  bareShared: [0, 3],
  bareRarest: [0, 1],
  bareNumbers: [0, 4],
  bareBias: [-12, 0],
  // allsides-dated gives all articles of a round-up one time: a bonus of its shape would be learnt from that set alone.
  sameHours: [0, 3],
  sameHoursFade: [4, 36],
  perTwoDays: [0, 1.6],
  unknownTime: [-2, 1.5],
  undatedTerms: [0, 2],
  undatedNames: [0, 0.4],
  timeInStories: [0, 0.6],
  sameSource: [0, 10],
  credited: [0, 6],
  followUp: [0, 4],
  otherPlaces: [0.5, 3],
  inflected: [0, 2],
  unspaced: [0, 3],
  compounded: [0, 4],
  leastShared: [0.7, 2],
  bareLeastShared: [0.02, 2],
  leastMean: [0.02, 0.6],
  bareMass: [0.001, 0.6],
  fullTerms: [6, 60],
}
/** Where fits to halves begin: set by hand, so that nothing of the other half is known. */
const PLAIN: Weights = {
  ...SHIPPED,
  overlap: 1,
  titles: 1,
  noTitle: 1,
  shared: 1,
  rarest: 0,
  shorter: 1,
  otherNumbers: 0,
  otherFigures: 0.5,
  bias: -4,
  bareHeadlines: 8,
  bareShared: 0,
  bareRarest: 0.2,
  bareNumbers: 0.5,
  bareBias: -4,
  sameHours: 1,
  sameHoursFade: 12,
  perTwoDays: 0.5,
  unknownTime: 0,
  undatedTerms: 0.5,
  undatedNames: 0.1,
  timeInStories: 0.5,
  sameSource: 5,
  credited: 2.5,
  followUp: 2,
  otherPlaces: 1,
  inflected: 1,
  unspaced: 1,
  compounded: 1,
  leastShared: 1,
  bareLeastShared: 0.1,
  leastMean: 0.2,
  bareMass: 0.1,
  fullTerms: 40,
}
const NAMES = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    step: { type: 'string', default: '0.1' },
    'least-step': { type: 'string', default: '0.01' },
    splits: { type: 'string', default: '0' },
  },
})
const shared = sharedFolder()
if (shared === null) {
  process.stderr.write(
    'The labelled sets are not on this machine: set COPYTASTER_SHARED to the folder that holds corpora.\n',
  )
  process.exit(1)
}
const seed = Number(given.seed)
if (Number(given.splits) > 0) fitHalves(shared, Number(given.splits))
else fitAll(shared)

function fitAll(folder: string): void {
  const sets = readLabelledSets(folder)
  print('shipped', fitnessOf(sets, SHIPPED))
  const fitted = fitWeights(sets, SHIPPED, seed)
  print('fitted', fitnessOf(sets, fitted))
  const rounded = Object.fromEntries(NAMES.map((name) => [name, Number(fitted[name].toPrecision(4))]))
  process.stdout.write(`${JSON.stringify(rounded, null, 2)}\n`)
}

function fitHalves(folder: string, splits: number): void {
  const rows: Fitness[] = []
  for (let split = 1; split <= splits; split++) {
    const isFirst = (name: string) => hash(`${seed} ${split} ${name}`) % 2 === 0
    const weights = fitWeights(readLabelledSets(folder, isFirst), PLAIN, seed + split)
    const scored = fitnessOf(
      readLabelledSets(folder, (name) => !isFirst(name)),
      weights,
    )
    print(`half ${split}`, scored)
    rows.push(scored)
  }
  for (const name of rows[0]!.stories.keys()) {
    printSpread(
      `${name} F1`,
      rows.map(({ stories }) => stories.get(name)!.f1),
    )
    printSpread(
      `${name} P`,
      rows.map(({ stories }) => stories.get(name)!.p),
    )
    printSpread(
      `${name} false stories across feeds`,
      rows.map(({ stories }) => stories.get(name)!.acrossFeeds),
    )
  }
  for (const name of rows[0]!.pairs.keys())
    printSpread(
      name,
      rows.map(({ pairs }) => pairs.get(name)!),
    )
}

function fitWeights(sets: LabelledSets, from: Weights, ownSeed: number): Weights {
  const start = NAMES.map((name) => {
    const [least, most] = BOUNDS[name]!
    return (from[name] - least) / (most - least)
  })
  const best = searchCube((point) => fitnessOf(sets, weightsAt(point)).value, {
    start,
    step: Number(given.step),
    leastStep: Number(given['least-step']),
    random: randomFrom(ownSeed),
    onRound: (step, value) => process.stderr.write(`step ${step}: ${value.toFixed(3)}\n`),
  })
  return weightsAt(best)
}

function weightsAt(point: readonly number[]): Weights {
  const weights = {
    ...SHIPPED,
    ...Object.fromEntries(NAMES.map((name, at) => [name, between(BOUNDS[name]!, point[at]!)])),
  }
  return weights
}

function between([least, most]: readonly [number, number], at: number): number {
  return least + (most - least) * at
}

function print(name: string, { stories, pairs, demo, value }: Fitness): void {
  const rows = [...stories].map(
    ([set, { p, r, f1, acrossFeeds, withinOne }]) =>
      `  ${set.padEnd(22)} P ${p.toFixed(3)} R ${r.toFixed(3)} F1 ${f1.toFixed(3)}  false ${acrossFeeds.toFixed(1)} / ${withinOne.toFixed(1)}`,
  )
  const best = [...pairs].map(([set, f1]) => `  ${set.padEnd(22)} best F1 ${f1.toFixed(3)}`)
  const own = `  ${'demonstration'.padEnd(22)} P ${demo.p.toFixed(3)} R ${demo.r.toFixed(3)}`
  process.stdout.write(`${name}: ${value.toFixed(3)}\n${[...rows, ...best, own].join('\n')}\n`)
}

function printSpread(name: string, figures: readonly number[]): void {
  const sorted = figures.toSorted((a, b) => a - b)
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length
  process.stdout.write(`${name}: ${sorted[0]!.toFixed(3)} to ${sorted.at(-1)!.toFixed(3)}, mean ${mean.toFixed(3)}\n`)
}

/** Numerical Recipes' generator: the same on every machine. */
function randomFrom(from: number): () => number {
  let state = (from * 7919 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function hash(text: string): number {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 16777619)
  return (value ^ (value >>> 15)) >>> 0
}
