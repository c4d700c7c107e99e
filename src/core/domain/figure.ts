/** What a figure of the news counts. */
export type FigureKind = 'dead' | 'injured' | 'missing' | 'evacuated' | 'ill' | 'magnitude' | 'seats' | 'offer'

/** A running figure as a text gives it: "14 dead", in canonical digits. */
export interface Figure {
  readonly kind: FigureKind
  readonly value: string
}
