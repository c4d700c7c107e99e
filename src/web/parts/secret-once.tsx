import { useEffect, useRef } from 'preact/hooks'
import { usePage, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

/** A secret that is shown this once, to be copied. */
export function SecretOnce({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const { actions, notices } = usePage()
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  function copy(): void {
    input.current?.select()
    // Browsers give no clipboard to pages without TLS.
    if (navigator.clipboard === undefined) notices.tell(t.settings.copyByHand)
    else void actions.attempt(() => navigator.clipboard.writeText(secret), t.article.copied)
  }
  return (
    <div class="field" role="status">
      <label for="secret">{t.settings.secret}</label>
      <span class="hour">
        <input id="secret" class="secret" readOnly value={secret} ref={input} aria-describedby="secret-hint" />
        <button type="button" onClick={copy}>
          <Icon name="copy" /> {t.settings.copy}
        </button>
        <button type="button" onClick={onDone}>
          {t.settings.secretKept}
        </button>
      </span>
      <p class="facts" id="secret-hint">
        {t.settings.secretHint}
      </p>
    </div>
  )
}
