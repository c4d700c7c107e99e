import type { WholeArticle } from '../api-types.ts'
import { usePage, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

/** Sound plays in the bar at the foot of the page, so that one can go on reading; video plays here. */
export function ArticleMedia({ article }: { readonly article: WholeArticle }) {
  const { player } = usePage()
  const t = useTexts().article
  const sounds = article.media.filter(({ type }) => type?.startsWith('audio/'))
  const videos = article.media.filter(({ type }) => type?.startsWith('video/'))
  if (sounds.length + videos.length === 0) return null
  const { id, title, sourceName } = article
  return (
    <section class="media" aria-label={t.media}>
      {sounds.map(({ url }) => (
        <p key={url}>
          <button type="button" data-key="l" onClick={() => player.play({ url, title, sourceName, article: id })}>
            <Icon name="play" /> {t.listen}
          </button>
        </p>
      ))}
      {videos.map(({ url }) => (
        // biome-ignore lint/a11y/useMediaCaption: publishers' videos come without captions
        <video key={url} src={url} controls preload="none" aria-label={`${t.watch}: ${title}`} />
      ))}
    </section>
  )
}
