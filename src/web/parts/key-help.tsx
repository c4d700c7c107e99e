import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { KEYS } from '../keys.ts'
import { useTexts } from '../page.ts'

/** Every key, and what it does. */
export function KeyHelp({ isShown }: { readonly isShown: Signal<boolean> }) {
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isShown.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isShown.value])
  return (
    <dialog ref={dialog} class="key-help" aria-labelledby="key-help" onClose={() => (isShown.value = false)}>
      <h2 id="key-help">{t.keys.title}</h2>
      <dl>
        {KEYS.map(({ keys, says }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{says(t)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <button type="button" onClick={() => dialog.current?.close()}>
          {t.keys.close}
        </button>
      </p>
    </dialog>
  )
}
