import { useState } from 'preact/hooks'
import type { listReaders } from '../../http/contract/readers.ts'
import type { Answer } from '../api-types.ts'
import { type Me, useData, usePage, useTexts } from '../page.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { ShowLoaded } from './loaded.tsx'
import { AddReader, ReaderPassword } from './reader-forms.tsx'
import { Time } from './time.tsx'

const READERS_PATH = '/readers'

type Reader = Answer<typeof listReaders>['items'][number]

/** Everybody who reads here. */
export function Readers({ me }: { readonly me: Me }) {
  const { data } = usePage()
  const t = useTexts().admin
  return (
    <section class="section" aria-labelledby="readers">
      <h2 id="readers">{t.readers}</h2>
      <ShowLoaded of={useData<typeof listReaders>(READERS_PATH)} retry={() => void data.reload(READERS_PATH)}>
        {({ items }) => (
          <ul class="plain rows">
            {items.map((reader) => (
              <ReaderLine key={reader.id} reader={reader} isMe={reader.id === me.id} />
            ))}
          </ul>
        )}
      </ShowLoaded>
      <h3 class="part">{t.addReader}</h3>
      {me.hasPassword ? (
        <AddReader path={READERS_PATH} />
      ) : (
        <p>
          {t.passwordFirst} <a href="/settings#account">{t.toPassword}</a>
        </p>
      )}
    </section>
  )
}

function ReaderLine({ reader, isMe }: { readonly reader: Reader; readonly isMe: boolean }) {
  const { actions, call, data } = usePage()
  const texts = useTexts()
  const t = texts.admin
  const [isOpen, setOpen] = useState(false)
  const { id, name, role, email, hasPassword, seenAt } = reader
  async function remove(): Promise<void> {
    await actions.attempt(() => call('DELETE', `${READERS_PATH}/${id}`), t.removed(name))
    data.invalidate(READERS_PATH)
    data.invalidate('/me')
  }
  return (
    <li class="row">
      <span class="grow">
        <b dir="auto">{name}</b> {isMe && <span class="mark">{t.you}</span>}
        <span class="facts">
          {texts.settings.role[role]}
          {email !== null && ` · ${email}`}
          {!hasPassword && ` · ${t.noPassword}`} ·{' '}
          {seenAt === null ? (
            t.neverSeen
          ) : (
            <>
              {t.seen} <Time at={seenAt} />
            </>
          )}
        </span>
      </span>
      {!isMe && (
        <>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {hasPassword ? t.newPassword : t.setPassword}
            <span class="unseen"> {name}</span>
          </button>
          <ConfirmButton
            label={t.remove}
            about={name}
            question={t.removeQuestion(name)}
            confirm={t.remove}
            onConfirm={() => void remove()}
          />
          {isOpen && <ReaderPassword path={READERS_PATH} reader={reader} onDone={() => setOpen(false)} />}
        </>
      )}
    </li>
  )
}
