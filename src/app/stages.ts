/** The stages of an article's way whose times are measured apart. */
export const STAGES = ['parse', 'decide', 'store', 'score'] as const

export type Stage = (typeof STAGES)[number]

/** Does the work of a stage and measures how long that takes. */
export type MeasureStage = <T>(stage: Stage, work: () => Promise<T>) => Promise<T>

/** For commands, which nobody watches. */
export const unmeasured: MeasureStage = (_, work) => work()
