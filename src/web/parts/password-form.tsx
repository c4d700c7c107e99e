import { useState } from 'preact/hooks'
import { type Me, usePage, useTexts } from '../page.ts'
import { useSubmit } from '../use-submit.ts'
import { Field } from './field.tsx'

/** The shortest password that the server takes. */
export const LEAST_PASSWORD = 8

/** Changes one's password; the first one ends the time in which no login was needed. */
export function PasswordForm({ me }: { readonly me: Me }) {
  const { call, data } = usePage()
  const t = useTexts().settings
  const { problem, isBusy, run, tell } = useSubmit()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  async function save(): Promise<void> {
    if (next.length < LEAST_PASSWORD) return tell(t.shortPassword(LEAST_PASSWORD))
    if (next !== again) return tell(t.otherPassword)
    const body = { current: me.hasPassword ? current : null, next }
    const done = await run(async () => {
      await call('PUT', '/me/password', body)
      return true
    }, t.passwordChanged)
    if (done === null) return
    for (const clear of [setCurrent, setNext, setAgain]) clear('')
    // From now on the server asks who this is.
    if (!me.hasPassword) window.location.assign('/login')
    data.invalidate('/tokens')
  }
  return (
    <details class="unfold">
      <summary>{me.hasPassword ? t.changePassword : t.setPassword}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {!me.hasPassword && <p class="facts">{t.firstPassword}</p>}
        <input type="text" autoComplete="username" value={me.name} readOnly hidden />
        {me.hasPassword && (
          <PasswordField id="current" label={t.current} complete="current-password" value={current} set={setCurrent} />
        )}
        <PasswordField id="next" label={t.next} complete="new-password" value={next} set={setNext} problem={problem} />
        <PasswordField id="again" label={t.again} complete="new-password" value={again} set={setAgain} />
        <button type="submit" disabled={isBusy}>
          {t.savePassword}
        </button>
      </form>
    </details>
  )
}

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly complete: 'current-password' | 'new-password'
  readonly value: string
  readonly set: (value: string) => void
  readonly problem?: string | null
}

export const PasswordField = ({ id, label, complete, value, set, problem = null }: PasswordFieldProps) => (
  <Field id={id} label={label} problem={problem}>
    {(ties) => (
      <input
        {...ties}
        type="password"
        autoComplete={complete}
        required
        maxLength={1024}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    )}
  </Field>
)
