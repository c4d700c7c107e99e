import { useEffect } from 'preact/hooks'
import type { getMe } from '../http/contract/session.ts'
import { useData, usePage, useTexts } from './page.ts'
import { Icon } from './parts/icon.tsx'
import { NoticeLine } from './parts/notice-line.tsx'
import { PlayerBar } from './parts/player-bar.tsx'
import { matchRoute } from './routes.ts'

/** The whole page: the bar with the four places, the screen of the address, and what is told meanwhile. */
export function App() {
  const { location, isConnected } = usePage()
  const t = useTexts()
  const { path } = location.place.value
  const { route, params } = matchRoute(path)
  const Screen = route.screen
  const title = route.title(t)
  useEffect(() => {
    document.title = `${title} · Copytaster`
  }, [title])
  return (
    <>
      <a class="skip" href="#news">
        {t.nav.skip}
      </a>
      <TopBar path={path} />
      <DemoNotice />
      {!isConnected.value && (
        <p class="offline" role="alert">
          {t.nav.offline}
        </p>
      )}
      <main id="news" tabIndex={-1}>
        <Screen params={params} />
      </main>
      <PlayerBar />
      <NoticeLine />
    </>
  )
}

function TopBar({ path }: { readonly path: string }) {
  const t = useTexts().nav
  return (
    <header class="bar">
      <a class="wordmark" href="/" aria-label="Copytaster">
        Copytaster
      </a>
      <nav class="places" aria-label={t.main}>
        {PLACE_LINKS.map(({ href, name, icon }) => (
          <a key={href} href={href} aria-current={path === href ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{t[name]}</span>
          </a>
        ))}
      </nav>
      <Menu />
    </header>
  )
}

/** The four places. */
const PLACE_LINKS = [
  { href: '/', name: 'today', icon: 'today' },
  { href: '/latest', name: 'latest', icon: 'latest' },
  { href: '/saved', name: 'saved', icon: 'star' },
  { href: '/search', name: 'search', icon: 'search' },
] as const

const MENU_LINKS = [
  { href: '/feeds', name: 'feeds' },
  { href: '/digests', name: 'digests' },
  { href: '/tuning', name: 'tuning' },
  { href: '/settings', name: 'settings' },
] as const

/** Everything else. Opens without script too. */
function Menu() {
  const t = useTexts().nav
  const me = useData<typeof getMe>('/me').data
  return (
    <details class="menu" data-menu>
      <summary>
        <Icon name="menu" />
        <span class="unseen">{t.menu}</span>
      </summary>
      <ul>
        {MENU_LINKS.map(({ href, name }) => (
          <li key={href}>
            <a href={href}>{t[name]}</a>
          </li>
        ))}
        {me?.scope === 'admin' && (
          <li>
            <a href="/admin">{t.admin}</a>
          </li>
        )}
        <li>
          <button type="button" data-help>
            {t.keys} <kbd>?</kbd>
          </button>
        </li>
        {me?.hasPassword === true && (
          <li>
            <form method="post" action="/logout">
              <button type="submit">{t.logOut}</button>
            </form>
          </li>
        )}
      </ul>
    </details>
  )
}

function DemoNotice() {
  const t = useTexts().nav
  const me = useData<typeof getMe>('/me').data
  if (me === null || !('isDemo' in me) || me.isDemo !== true) return null
  return (
    <p class="demo">
      <a href="/welcome">{t.demo}</a>
    </p>
  )
}
