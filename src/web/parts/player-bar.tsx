import { usePage, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

/** What is being played, on every screen, until it is stopped. */
export function PlayerBar() {
  const { player } = usePage()
  const t = useTexts()
  const track = player.track.value
  if (track === null) return null
  return (
    <aside class="player" aria-label={t.article.listen}>
      <a href={`/articles/${track.article}`} dir="auto">
        {track.title}
      </a>
      {/* biome-ignore lint/a11y/useMediaCaption: podcasts come without captions */}
      <audio key={track.url} src={track.url} controls autoplay />
      <button type="button" title={t.notices.dismiss} onClick={player.stop}>
        <Icon name="close" />
        <span class="unseen">{t.notices.dismiss}</span>
      </button>
    </aside>
  )
}
