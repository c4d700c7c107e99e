import { useTexts } from '../page.ts'
import type { Settings } from '../settings.ts'
import { LANGUAGES, type Language } from '../texts/texts.ts'
import { useSettings } from '../use-settings.ts'
import { Field, Wrong } from './field.tsx'

/** Each language in its own words, so that who cannot read the present one finds theirs. */
const OWN_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  'zh-Hant': '繁體中文',
  'zh-Hans': '简体中文',
  ja: '日本語',
}

const THEMES = ['system', 'light', 'dark'] as const

/** Language and colours of the page, and what reading does. */
export function ReadingSettings() {
  return (
    <>
      <div class="hours">
        <PageLanguage />
        <Theme />
      </div>
      <Switch name="markOnScroll" />
      <Switch name="openOriginal" />
    </>
  )
}

function PageLanguage() {
  const t = useTexts().settings
  const { settings, problem, change } = useSettings()
  return (
    <Field id="page-language" label={t.language} problem={problem}>
      {(ties) => (
        <select
          {...ties}
          value={settings?.language ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void change({ language: value === '' ? null : (value as Language) })
          }
        >
          <option value="">{t.browserLanguage}</option>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {OWN_NAMES[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Theme() {
  const t = useTexts().settings
  const { settings, problem, change } = useSettings()
  return (
    <fieldset class="field">
      <legend>{t.theme}</legend>
      <p class="options">
        {THEMES.map((theme) => (
          <label key={theme} class="check">
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={settings?.theme === theme}
              onChange={() => void change({ theme })}
            />
            {t.themes[theme]}
          </label>
        ))}
      </p>
      <Wrong problem={problem} />
    </fieldset>
  )
}

type SwitchName = 'markOnScroll' | 'openOriginal'

/** One thing that is so or not. */
function Switch({ name }: { readonly name: SwitchName }) {
  const t = useTexts().settings
  const { settings, problem, change } = useSettings()
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={settings?.[name] ?? false}
          aria-describedby={`${name}-hint`}
          onChange={({ currentTarget }) =>
            void change({ [name]: currentTarget.checked } satisfies Partial<Pick<Settings, SwitchName>>)
          }
        />
        {t[name]}
      </label>
      <p class="facts" id={`${name}-hint`}>
        {t.hints[name]}
      </p>
      <Wrong problem={problem} />
    </div>
  )
}
