import type { ComponentChildren } from 'preact'

export interface FieldProps {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** What is wrong with what was entered; null for nothing. */
  readonly problem?: string | null
  /** The control itself, which takes what ties it to its label, its hint and what is wrong with it. */
  readonly children: (ties: FieldTies) => ComponentChildren
}

export interface FieldTies {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A control with its label above it, a hint below, and beside it what is wrong with what was entered. */
export function Field({ id, label, hint, problem = null, children }: FieldProps) {
  const described = [hint === undefined ? '' : `${id}-hint`, problem === null ? '' : `${id}-wrong`].filter(Boolean)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': problem === null ? undefined : true,
      })}
      <Wrong id={`${id}-wrong`} problem={problem} />
      {hint !== undefined && (
        <p class="facts" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** What is wrong, told to eyes and to screen readers. */
export const Wrong = ({ id, problem }: { readonly id?: string; readonly problem: string | null }) =>
  problem === null ? null : (
    <p class="wrong" id={id} role="alert">
      {problem}
    </p>
  )
