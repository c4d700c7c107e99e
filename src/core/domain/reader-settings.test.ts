import { expect, test } from 'vitest'
import { changedSettings, DEFAULT_SETTINGS, type SettingsChange } from './reader-settings.ts'

test.each<[string, SettingsChange, object]>([
  ['changes what is given', { theme: 'dark', zone: 'Asia/Taipei' }, { theme: 'dark', zone: 'Asia/Taipei' }],
  ['leaves what is absent', { theme: undefined }, {}],
  [
    'changes one hour and leaves the others',
    { digestHours: { midday: 'off' } },
    { digestHours: { ...DEFAULT_SETTINGS.digestHours, midday: 'off' } },
  ],
  ['knows no other names', { colour: 'red', digestHours: { nightly: '01:00' } } as SettingsChange, {}],
])('a change %s', (_fact, change, expected) =>
  expect(changedSettings(DEFAULT_SETTINGS, change)).toEqual({ ...DEFAULT_SETTINGS, ...expected }),
)

test('one change after the other is both', () => {
  const morning = changedSettings(DEFAULT_SETTINGS, { digestHours: { morning: '06:30' } })
  expect(changedSettings(morning, { digestHours: { weekly: '09:00' } }).digestHours).toEqual({
    morning: '06:30',
    midday: null,
    evening: null,
    weekly: '09:00',
  })
})
