import { useEffect, useState } from 'preact/hooks'
import { useTexts } from '../page.ts'
import { useSettings } from '../use-settings.ts'
import { Field } from './field.tsx'

/** Whether times can be told in it. */
function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

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
  /** What was typed and is no zone: it stays, so that it can be mended. */
  const [wrong, setWrong] = useState<string | null>(null)
  /** Told at once: times cannot be shown in a zone that does not exist, not even until the server refuses it. */
  function choose(typed: string): void {
    setWrong(typed === '' || isZone(typed) ? null : typed)
    if (typed !== (zone ?? '') && (typed === '' || isZone(typed))) void change({ zone: typed === '' ? null : typed })
  }
  return (
    <>
      <Field id="zone" label={t.zone} hint={t.hints.zone} problem={wrong === null ? problem : t.noZone}>
        {(ties) => (
          <input
            {...ties}
            list="zones"
            autoComplete="off"
            spellcheck={false}
            placeholder={t.noOwnZone}
            value={wrong ?? zone ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value.trim())}
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
          <button type="button" onClick={() => choose(here)}>
            {t.useHere(here)}
          </button>
        </p>
      )}
    </>
  )
}
