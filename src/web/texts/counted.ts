/** A number and its noun, in languages that have one form for one and another for all others. */
export const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
