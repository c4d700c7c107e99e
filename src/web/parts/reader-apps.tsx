import { useState } from 'preact/hooks'
import type { addToken } from '../../http/contract/session.ts'
import { send } from '../api.ts'
import { type Me, usePage, useTexts } from '../page.ts'
import { useSubmit } from '../use-submit.ts'
import { Field } from './field.tsx'
import { SecretOnce } from './secret-once.tsx'

/** A password for a reader app, with all that the app asks for. */
export function ReaderApps({ me }: { readonly me: Me }) {
  const { call, data } = usePage()
  const t = useTexts().settings
  const { problem, isBusy, run, tell } = useSubmit()
  const [name, setName] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  async function make(): Promise<void> {
    if (name.trim() === '') return tell(t.nameMissing)
    const made = await run(() => send<typeof addToken>(call, 'POST', '/tokens', { name: name.trim(), scope: 'write' }))
    if (made === null) return
    setSecret(made.secret)
    setName('')
    data.invalidate('/tokens')
  }
  return (
    <section class="section" aria-labelledby="reader-apps">
      <h2 id="reader-apps">{t.apps}</h2>
      <p class="facts">{t.appsHint}</p>
      {secret === null ? (
        <form
          class="line-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void make()
          }}
        >
          <Field id="app-name" label={t.appName} problem={problem}>
            {(ties) => (
              <input
                {...ties}
                value={name}
                maxLength={100}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" disabled={isBusy}>
            {t.makeAppPassword}
          </button>
        </form>
      ) : (
        <>
          <dl class="pairs app-login">
            <dt>{t.appAddressGoogle}</dt>
            <dd>
              <code>{location.origin}/api/greader.php</code>
            </dd>
            <dt>{t.appAddressMiniflux}</dt>
            <dd>
              <code>{location.origin}</code>
            </dd>
            <dt>{t.appUser}</dt>
            <dd>
              <code>{me.name}</code>
            </dd>
          </dl>
          <SecretOnce secret={secret} onDone={() => setSecret(null)} />
        </>
      )}
    </section>
  )
}
