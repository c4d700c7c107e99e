import { useEffect, useState } from 'preact/hooks'
import type { WholeArticle } from '../api-types.ts'
import { markdownLink } from '../markdown.ts'
import { usePage, useTexts } from '../page.ts'
import { Icon } from './icon.tsx'

/** Passes an article on: through the device's own ways, or as a line of Markdown. */
export function ArticleShare({ article }: { readonly article: WholeArticle }) {
  const { actions } = usePage()
  const t = useTexts().article
  const [canShare, setCanShare] = useState(false)
  // Known in the browser only: the server renders the page without the button.
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  const { title, url } = article
  const copy = () => actions.attempt(() => navigator.clipboard.writeText(markdownLink(article)), t.copied)
  const share = () =>
    actions.attempt(() => navigator.share({ title, ...(url === null ? {} : { url }) }).catch(() => {}))
  return (
    <p class="buttons">
      {canShare && (
        <button type="button" onClick={() => void share()}>
          <Icon name="share" /> {t.share}
        </button>
      )}
      <button type="button" data-key="c" onClick={() => void copy()}>
        <Icon name="copy" /> {t.copyMarkdown}
      </button>
    </p>
  )
}
