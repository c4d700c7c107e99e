import type { getSettings } from '../../http/contract/me.ts'
import type { getMe } from '../../http/contract/session.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { DigestSettings } from '../parts/digest-settings.tsx'
import { FeedsOut } from '../parts/feeds-out.tsx'
import { LanguageList } from '../parts/language-list.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { ReaderApps } from '../parts/reader-apps.tsx'
import { ReadingSettings } from '../parts/reading-settings.tsx'
import { Tokens } from '../parts/tokens.tsx'
import { ZoneChoice } from '../parts/zone-choice.tsx'
import { SETTINGS_PATH } from '../settings.ts'

/** What a reader chose for themselves: saved at once, and by what they are known here. */
export function SettingsScreen() {
  const { data } = usePage()
  const t = useTexts().settings
  return (
    <div class="settings">
      <header class="headline-bar">
        <h1>{t.title}</h1>
        <p class="facts">{t.savedAtOnce}</p>
      </header>
      <ShowLoaded of={useData<typeof getSettings>(SETTINGS_PATH)} retry={() => void data.reload(SETTINGS_PATH)}>
        {() => (
          <>
            <section class="section" aria-labelledby="reading">
              <h2 id="reading">{t.reading}</h2>
              <ReadingSettings />
              <ZoneChoice />
            </section>
            <section class="section" aria-labelledby="languages">
              <h2 id="languages">{t.languages}</h2>
              <LanguageList />
            </section>
            <section class="section" aria-labelledby="digests">
              <h2 id="digests">{t.digests}</h2>
              <DigestSettings />
            </section>
          </>
        )}
      </ShowLoaded>
      <ShowLoaded of={useData<typeof getMe>('/me')} retry={() => void data.reload('/me')}>
        {(me) => (
          <>
            <section class="section" aria-labelledby="account">
              <h2 id="account">{t.account}</h2>
              <p>{t.you(me.name, t.role[me.role])}</p>
              <PasswordForm me={me} />
              {me.hasPassword && (
                <form method="post" action="/logout">
                  <button type="submit">{t.logOut}</button>
                </form>
              )}
            </section>
            <ReaderApps me={me} />
            <FeedsOut />
            <Tokens me={me} />
          </>
        )}
      </ShowLoaded>
    </div>
  )
}
