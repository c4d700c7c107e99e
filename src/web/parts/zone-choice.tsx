import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../page.ts'
import { useSettings } from '../use-settings.ts'
import { Field } from './field.tsx'

interface KnownZones {
  readonly names: readonly string[]
  /** That of this device. */
  readonly here: string | null
}

/** The time zone by its name, found by typing a part of it; a name that is none is told beside the field. */
export function ZoneChoice() {
  const t = useTexts().settings
  const { settings, problem, change } = useSettings()
  const [{ names, here }, setKnown] = useState<KnownZones>({ names: [], here: null })
  // Known in the browser only: four hundred names need not come with the page.
  useEffect(
    () =>
      setKnown({
        names: Intl.supportedValuesOf('timeZone'),
        here: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    [],
  )
  const zone = settings?.zone ?? null
  return (
    <>
      <Field id="zone" label={t.zone} hint={t.hints.zone} problem={problem === null ? null : t.noZone}>
        {(ties) => (
          <input
            {...ties}
            list="zones"
            autoComplete="off"
            spellcheck={false}
            placeholder={t.noOwnZone}
            value={zone ?? ''}
            onChange={({ currentTarget }) => {
              const typed = currentTarget.value.trim()
              if (typed !== (zone ?? '')) void change({ zone: typed === '' ? null : typed })
            }}
          />
        )}
      </Field>
      <datalist id="zones">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {here !== null && here !== zone && (
        <p>
          <button type="button" onClick={() => void change({ zone: here })}>
            {t.useHere(here)}
          </button>
        </p>
      )}
    </>
  )
}
