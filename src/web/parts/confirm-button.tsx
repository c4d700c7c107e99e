import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useTexts } from '../page.ts'

export interface ConfirmButtonProps {
  readonly label: string
  /** What is asked before it is done. */
  readonly question: string
  /** What the button that does it says. */
  readonly confirm: string
  readonly onConfirm: () => void
  /** What is meant, for who does not see what it stands beside. */
  readonly about?: string
}

/** A button for what cannot be taken back: it asks first, in its own place, and the keyboard follows. */
export function ConfirmButton({ label, question, confirm, onConfirm, about }: ConfirmButtonProps) {
  const t = useTexts().forms
  const [isAsking, setAsking] = useState(false)
  const [hasAsked, setHasAsked] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isAsking) yes.current?.focus()
    else if (hasAsked) first.current?.focus()
  }, [isAsking, hasAsked])
  function ask(wanted: boolean): void {
    setHasAsked(true)
    setAsking(wanted)
  }
  if (!isAsking)
    return (
      <button type="button" ref={first} onClick={() => ask(true)}>
        {label}
        {about !== undefined && <span class="unseen"> {about}</span>}
      </button>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand within a line
    <span
      class="confirm"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') ask(false)
      }}
    >
      <span>{question}</span>
      <button
        type="button"
        class="primary"
        ref={yes}
        onClick={() => {
          setAsking(false)
          onConfirm()
        }}
      >
        {confirm}
      </button>
      <button type="button" onClick={() => ask(false)}>
        {t.cancel}
      </button>
    </span>
  )
}
