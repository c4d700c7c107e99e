import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chanceOf } from './chance.ts'
import { findDifferences } from './compare-with-truth.ts'
import { type ChaosDesk, openDesk, settle } from './desk.ts'
import { type Step, stepsFor } from './steps.ts'
import { startTruth, type Truth, type TruthState } from './truth.ts'

/** One run: a folder that holds the settings, the truth and where it is, so that it can be continued. */
export interface ChaosOptions {
  readonly folder: string
  readonly address: string
  readonly seed: number
  /** True as long as another step may begin; told how many this process has done. */
  readonly goesOn: (steps: number) => boolean
  /** A round is so many steps; after it the store is compared with the truth. */
  readonly stepsInRound: number
  readonly say?: (line: string) => void
}

export interface ChaosReport {
  readonly seed: number
  /** How often each thing was done, in all continued runs. */
  readonly done: Readonly<Record<string, number>>
  readonly steps: number
  readonly polls: number
  readonly articles: number
  readonly deliveries: number
  /** What is wrong; empty when all is well. */
  readonly faults: readonly string[]
}

interface State {
  readonly seed: number
  readonly steps: number
  readonly done: Readonly<Record<string, number>>
  readonly truth: TruthState
}

/** Does things at random to one store, and compares it with the truth after each round. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { folder, address, seed } = options
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'chaos.json')
  const before = keptState(file, seed)
  const truth = await startTruth(before?.truth ?? null)
  const desk = await openDesk({ folder, address, truth, done: { ...before?.done } })
  const faults: string[] = []
  let steps = before?.steps ?? 0
  try {
    for (let own = 0; options.goesOn(own) && faults.length === 0; own++) {
      await takeStep(steps, desk, options)
      steps++
      if (!options.goesOn(own + 1) || steps % options.stepsInRound === 0) await compare(desk)
      faults.push(...desk.faults.splice(0))
      keep(file, { seed, steps, done: desk.done, truth: truth.state() })
    }
  } finally {
    await desk.close()
    await truth.close()
  }
  return { seed, done: desk.done, steps, ...countsOf(truth), faults }
}

const countsOf = (truth: Truth) => ({
  polls: truth.polls(),
  articles: truth.items().length,
  deliveries: truth.deliveries.total(),
})

/** What an earlier run left in the folder. */
function keptState(file: string, seed: number): State | null {
  if (!existsSync(file)) return null
  const state: State = JSON.parse(readFileSync(file, 'utf8'))
  if (state.seed !== seed) throw new Error(`${file} holds a run with seed ${state.seed}: go on with that, not ${seed}`)
  return state
}

function keep(file: string, state: State): void {
  writeFileSync(`${file}.part`, JSON.stringify(state))
  renameSync(`${file}.part`, file)
}

/** What a step does depends on the seed and its number alone. */
async function takeStep(n: number, desk: ChaosDesk, { seed, address, say = () => {} }: ChaosOptions): Promise<void> {
  const steps: Readonly<Record<string, Step>> = stepsFor(address)
  const chance = chanceOf(seed * 1_000_003 + n)
  const name = chance.oneOf(Object.keys(steps))
  say(`${n} ${name}`)
  await steps[name]!(desk, chance)
  desk.count('steps')
}

async function compare(desk: ChaosDesk): Promise<void> {
  const mark = await settle(desk)
  desk.faults.push(...(await findDifferences(desk.address, desk.truth, mark)))
  desk.count('comparisons with the truth')
}
