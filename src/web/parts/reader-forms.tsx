import { useState } from 'preact/hooks'
import type { addReader } from '../../http/contract/readers.ts'
import { send } from '../api.ts'
import { usePage, useTexts } from '../page.ts'
import { useSubmit } from '../use-submit.ts'
import { Field } from './field.tsx'
import { LEAST_PASSWORD, PasswordField } from './password-form.tsx'

const ROLES = ['reader', 'administrator'] as const

type Role = (typeof ROLES)[number]

const EMPTY = { name: '', email: '', password: '', role: 'reader' as Role }

/** Adds a reader, with a password to log in with. */
export function AddReader({ path }: { readonly path: string }) {
  const { call, data } = usePage()
  const texts = useTexts()
  const t = texts.admin
  const { problem, isBusy, run, tell } = useSubmit()
  const [wanted, setWanted] = useState(EMPTY)
  const set = (change: Partial<typeof EMPTY>) => setWanted({ ...wanted, ...change })
  async function add(): Promise<void> {
    const { name, email, password, role } = wanted
    if (name.trim() === '') return tell(t.nameMissing)
    if (password.length < LEAST_PASSWORD) return tell(texts.settings.shortPassword(LEAST_PASSWORD))
    const body = { name: name.trim(), role, password, email: email.trim() === '' ? null : email.trim() }
    if ((await run(() => send<typeof addReader>(call, 'POST', path, body), t.added(body.name))) === null) return
    setWanted(EMPTY)
    data.invalidate(path)
    data.invalidate('/me')
  }
  return (
    <form
      class="line-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field id="reader-name" label={t.name} problem={problem}>
        {(ties) => (
          <input
            {...ties}
            value={wanted.name}
            maxLength={64}
            autoComplete="off"
            onInput={({ currentTarget }) => set({ name: currentTarget.value })}
          />
        )}
      </Field>
      <Field id="reader-email" label={t.email}>
        {(ties) => (
          <input
            {...ties}
            type="email"
            value={wanted.email}
            maxLength={254}
            autoComplete="off"
            onInput={({ currentTarget }) => set({ email: currentTarget.value })}
          />
        )}
      </Field>
      <PasswordField
        id="reader-password"
        label={t.password}
        complete="new-password"
        value={wanted.password}
        set={(password) => set({ password })}
      />
      <Field id="reader-role" label={t.role}>
        {(ties) => (
          <select
            {...ties}
            value={wanted.role}
            onChange={({ currentTarget }) => set({ role: currentTarget.value as Role })}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {texts.settings.role[role]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" disabled={isBusy}>
        {t.add}
      </button>
    </form>
  )
}

interface ReaderPasswordProps {
  readonly path: string
  readonly reader: { readonly id: number; readonly name: string }
  readonly onDone: () => void
}

/** Gives a reader another password; their sessions end. */
export function ReaderPassword({ path, reader, onDone }: ReaderPasswordProps) {
  const { call, data } = usePage()
  const t = useTexts()
  const { problem, isBusy, run, tell } = useSubmit()
  const [password, setPassword] = useState('')
  async function save(): Promise<void> {
    if (password.length < LEAST_PASSWORD) return tell(t.settings.shortPassword(LEAST_PASSWORD))
    const done = await run(async () => {
      await call('PUT', `${path}/${reader.id}/password`, { password })
      return true
    }, t.admin.passwordSet(reader.name))
    if (done === null) return
    data.invalidate(path)
    onDone()
  }
  return (
    <form
      class="line-form own-line"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input type="text" autoComplete="username" value={reader.name} readOnly hidden />
      <PasswordField
        id={`password-${reader.id}`}
        label={t.admin.passwordOf(reader.name)}
        complete="new-password"
        value={password}
        set={setPassword}
        problem={problem}
      />
      <button type="submit" disabled={isBusy}>
        {t.settings.savePassword}
      </button>
    </form>
  )
}
