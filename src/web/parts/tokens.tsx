import { useState } from 'preact/hooks'
import type { addToken, listTokens } from '../../http/contract/session.ts'
import { send } from '../api.ts'
import type { Answer } from '../api-types.ts'
import { browserName } from '../browser-name.ts'
import { type Me, useData, usePage, useTexts } from '../page.ts'
import { useSubmit } from '../use-submit.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { Field } from './field.tsx'
import { ShowLoaded } from './loaded.tsx'
import { SecretOnce } from './secret-once.tsx'
import { Time } from './time.tsx'

const PATH = '/tokens'
const SCOPES = ['read', 'write', 'admin'] as const

type Token = Answer<typeof listTokens>['items'][number]
type Scope = Token['scope']

/** By what one is known here: browsers that are logged in, and tokens of programs. */
export function Tokens({ me }: { readonly me: Me }) {
  const { data } = usePage()
  const t = useTexts().settings
  return (
    <ShowLoaded of={useData<typeof listTokens>(PATH)} retry={() => void data.reload(PATH)}>
      {({ items }) => (
        <>
          <section class="section" aria-labelledby="sessions">
            <h2 id="sessions">{t.sessions}</h2>
            <TokenList tokens={items.filter(({ kind }) => kind === 'session')} nothing={t.noSessions} />
          </section>
          <section class="section" aria-labelledby="tokens">
            <h2 id="tokens">{t.tokens}</h2>
            <p class="facts">{t.tokensHint}</p>
            <TokenList tokens={items.filter(({ kind }) => kind !== 'session')} nothing={t.noTokens} />
            <AddToken me={me} />
          </section>
        </>
      )}
    </ShowLoaded>
  )
}

function TokenList({ tokens, nothing }: { readonly tokens: readonly Token[]; readonly nothing: string }) {
  if (tokens.length === 0) return <p>{nothing}</p>
  return (
    <ul class="plain rows">
      {tokens.map((token) => (
        <TokenLine key={token.id} token={token} />
      ))}
    </ul>
  )
}

function TokenLine({ token }: { readonly token: Token }) {
  const { actions, call, data } = usePage()
  const t = useTexts().settings
  const { id, kind, name, scope, usedAt, expiresAt, isThis } = token
  const isSession = kind === 'session'
  async function remove(): Promise<void> {
    await actions.attempt(() => call('DELETE', `${PATH}/${id}`), isSession ? t.ended : t.revoked)
    data.invalidate(PATH)
  }
  const called = name === null ? t.unnamed : isSession ? browserName(name) : name
  return (
    <li class="row">
      <span class="grow">
        <b dir="auto">{called}</b> {isThis && <span class="mark">{t.thisOne}</span>}
        <span class="facts">
          {!isSession && `${t.scope[scope]} · `}
          {t.used} <Time at={usedAt} />
          {expiresAt !== null && (
            <>
              {' '}
              · {t.expires} <Time at={expiresAt} />
            </>
          )}
        </span>
      </span>
      {!isThis && (
        <ConfirmButton
          label={isSession ? t.end : t.revoke}
          about={called}
          question={isSession ? t.endQuestion : t.revokeQuestion(called)}
          confirm={isSession ? t.end : t.revoke}
          onConfirm={() => void remove()}
        />
      )}
    </li>
  )
}

/** Makes a token; its secret is shown until the reader has put it away. */
function AddToken({ me }: { readonly me: Me }) {
  const { call, data } = usePage()
  const t = useTexts().settings
  const { problem, isBusy, run, tell } = useSubmit()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read')
  const [secret, setSecret] = useState<string | null>(null)
  async function add(): Promise<void> {
    if (name.trim() === '') return tell(t.nameMissing)
    const made = await run(() => send<typeof addToken>(call, 'POST', PATH, { name: name.trim(), scope }))
    if (made === null) return
    setSecret(made.secret)
    setName('')
    data.invalidate(PATH)
  }
  if (secret !== null) return <SecretOnce secret={secret} onDone={() => setSecret(null)} />
  return (
    <form
      class="line-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Field id="token-name" label={t.tokenName} problem={problem}>
        {(ties) => (
          <input {...ties} value={name} maxLength={100} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        )}
      </Field>
      <Field id="token-scope" label={t.tokenScope}>
        {(ties) => (
          <select {...ties} value={scope} onChange={({ currentTarget }) => setScope(currentTarget.value as Scope)}>
            {SCOPES.slice(0, SCOPES.indexOf(me.scope) + 1).map((one) => (
              <option key={one} value={one}>
                {t.scope[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" disabled={isBusy}>
        {t.makeToken}
      </button>
    </form>
  )
}
