import { usePage, useTexts } from '../page.ts'
import type { Settings } from '../settings.ts'
import { useSettings } from '../use-settings.ts'
import { Field, Wrong } from './field.tsx'

export const DIGEST_TYPES = ['morning', 'midday', 'evening', 'weekly'] as const

type DigestType = (typeof DIGEST_TYPES)[number]

/** Where an hour of one's own begins, until another is chosen. */
const USUAL_HOURS: Readonly<Record<DigestType, string>> = {
  morning: '07:00',
  midday: '12:00',
  evening: '18:00',
  weekly: '18:00',
}

/** When digests are made, and whether they come by mail. The same where digests are listed and among the settings. */
export function DigestSettings() {
  const { settings } = useSettings()
  if (settings === null) return null
  return (
    <>
      <MailChoice />
      <div class="hours">
        {DIGEST_TYPES.map((type) => (
          <HourChoice key={type} type={type} />
        ))}
      </div>
    </>
  )
}

function MailChoice() {
  const { data } = usePage()
  const t = useTexts().digests
  const { settings, problem, change } = useSettings()
  const me = data.get<{ readonly email: string | null }>('/me').value.data
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={settings?.digestMail ?? false}
          aria-describedby="mail-hint"
          onChange={({ currentTarget }) => void change({ digestMail: currentTarget.checked })}
        />{' '}
        {t.byMail}
      </label>
      <p class="facts" id="mail-hint">
        {me?.email == null ? t.noAddress : t.mailTo(me.email)}
      </p>
      <Wrong problem={problem} />
    </div>
  )
}

const choiceOf = (hour: Settings['digestHours'][DigestType]): 'server' | 'off' | 'own' =>
  hour === null ? 'server' : hour === 'off' ? 'off' : 'own'

function HourChoice({ type }: { readonly type: DigestType }) {
  const t = useTexts().digests
  const { settings, problem, change } = useSettings()
  const hour = settings?.digestHours[type] ?? null
  const choice = choiceOf(hour)
  const choose = (wanted: string) =>
    change({
      digestHours: { [type]: wanted === 'server' ? null : wanted === 'off' ? 'off' : USUAL_HOURS[type] },
    })
  return (
    <Field id={`hour-${type}`} label={t[type]} problem={problem}>
      {(ties) => (
        <span class="hour">
          <select {...ties} value={choice} onChange={({ currentTarget }) => void choose(currentTarget.value)}>
            <option value="server">{t.serverHour}</option>
            <option value="own">{t.ownHour}</option>
            <option value="off">{t.never}</option>
          </select>
          {choice === 'own' && (
            <input
              type="time"
              aria-label={t.hourOf(t[type])}
              value={hour ?? ''}
              onChange={({ currentTarget }) =>
                currentTarget.value !== '' && void change({ digestHours: { [type]: currentTarget.value } })
              }
            />
          )}
        </span>
      )}
    </Field>
  )
}
