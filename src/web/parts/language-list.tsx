import { useTexts } from '../page.ts'
import { useSettings } from '../use-settings.ts'
import { Wrong } from './field.tsx'
import { Icon } from './icon.tsx'

/** Languages whose articles the program tells apart. */
const TOLD_APART =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh'.split(
    ' ',
  )

/** A language as people call it. */
function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** The languages of the front page, one's own first. */
export function LanguageList() {
  const texts = useTexts()
  const t = texts.settings
  const { settings, problem, change } = useSettings()
  const languages = settings?.languages ?? []
  const set = (next: readonly string[]) => void change({ languages: [...next] })
  const others = TOLD_APART.filter((code) => !languages.includes(code))
    .map((code) => ({ code, name: languageName(code, texts.tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, texts.tag))
  return (
    <>
      <p class="facts">{languages.length === 0 ? t.allLanguages : t.languagesHint}</p>
      <ol class="plain rows">
        {languages.map((code, at) => {
          const name = languageName(code, texts.tag)
          return (
            <li key={code} class="row">
              <b>{name}</b>
              <span class="buttons">
                {at > 0 && (
                  <button type="button" onClick={() => set(moved(languages, at))}>
                    <Icon name="up" />
                    <span class="unseen">{t.moveUp(name)}</span>
                  </button>
                )}
                <button type="button" onClick={() => set(languages.filter((one) => one !== code))}>
                  <Icon name="close" />
                  <span class="unseen">{t.removeLanguage(name)}</span>
                </button>
              </span>
            </li>
          )
        })}
      </ol>
      <p class="field">
        <label for="add-language">{t.addLanguage}</label>
        <select
          id="add-language"
          value=""
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            currentTarget.value = ''
            if (value !== '') set([...languages, value])
          }}
        >
          <option value="">{t.chooseLanguage}</option>
          {others.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <Wrong problem={problem} />
    </>
  )
}

/** A list in which one has changed places with the one before it. */
export const moved = <T,>(list: readonly T[], at: number): T[] => [
  ...list.slice(0, at - 1),
  list[at]!,
  list[at - 1]!,
  ...list.slice(at + 1),
]
