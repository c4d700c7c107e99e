import type { changeSettings } from '../http/contract/me.ts'
import { send } from './api.ts'
import { useData, usePage, useTexts } from './page.ts'
import { SETTINGS_PATH, type Settings } from './settings.ts'
import { useSubmit } from './use-submit.ts'

/** Some settings, as a request has them. */
export type SettingsPatch = Partial<Omit<Settings, 'digestHours'>> & {
  readonly digestHours?: Partial<Settings['digestHours']>
}

export interface OwnSettings {
  /** Null until they are loaded. */
  readonly settings: Settings | null
  /** What was wrong with the last change that this asked for; null for nothing. */
  readonly problem: string | null
  /** Shows at once, saves, and takes back what the server refuses. */
  readonly change: (patch: SettingsPatch) => Promise<void>
}

/** Settings with a change in them. */
export const patched = (settings: Settings, { digestHours, ...patch }: SettingsPatch): Settings => ({
  ...settings,
  ...patch,
  digestHours: { ...settings.digestHours, ...digestHours },
})

/** The reader's settings, for one control: what it changes is saved at once. */
export function useSettings(): OwnSettings {
  const { call, data } = usePage()
  const t = useTexts().notices
  const settings = useData<typeof changeSettings>(SETTINGS_PATH).data
  const { problem, run } = useSubmit()
  async function change(patch: SettingsPatch): Promise<void> {
    const rollBack = data.change<Settings>(SETTINGS_PATH, (now) => patched(now, patch))
    const saved = await run(() => send<typeof changeSettings>(call, 'PATCH', SETTINGS_PATH, patch), t.saved)
    if (saved === null) rollBack()
    else data.change<Settings>(SETTINGS_PATH, () => saved)
    if (patch.languages !== undefined || patch.zone !== undefined) data.invalidate('/today')
  }
  return { settings, problem, change }
}
