import type { Article } from '../api-types.ts'
import { useTexts } from '../page.ts'
import type { KeptDigest } from '../screens/digest.tsx'
import { ArticleLine } from './article-line.tsx'
import { Time } from './time.tsx'

type Tab = KeptDigest['digest']['tabs'][number]

interface EditionTabsProps {
  readonly digest: KeptDigest['digest']
  readonly articles: readonly Article[]
}

/** The tabs of a digest. What is not stored any more still has its headline and its address. */
export function EditionTabs({ digest, articles }: EditionTabsProps) {
  const byKey = new Map(articles.map((article) => [article.key, article]))
  return (
    <>
      {digest.tabs.map((tab) => (
        <EditionTab key={tab.id} tab={tab} byKey={byKey} />
      ))}
    </>
  )
}

function EditionTab({ tab, byKey }: { readonly tab: Tab; readonly byKey: ReadonlyMap<string, Article> }) {
  const t = useTexts().digests
  const { id, name, language, items, limit } = tab
  return (
    <section class="section" aria-labelledby={`tab-${id}`} lang={language ?? undefined}>
      <h2 id={`tab-${id}`} dir="auto">
        {name}
      </h2>
      <div class="briefs">
        {items.map(({ article }) => {
          const stored = byKey.get(article.key)
          return stored === undefined ? (
            <GoneLine key={article.key} article={article} />
          ) : (
            <ArticleLine key={article.key} article={stored} />
          )
        })}
      </div>
      {items.length < limit && <p class="facts">{t.short(items.length, limit)}</p>}
    </section>
  )
}

function GoneLine({ article }: { readonly article: Tab['items'][number]['article'] }) {
  const { title, url, language, sourceName, published } = article
  return (
    <article class="line">
      <h3 dir="auto" lang={language ?? undefined}>
        {url === null ? (
          title
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {title}
          </a>
        )}
      </h3>
      <p class="facts">
        <b>{sourceName}</b> · <Time at={published} />
      </p>
    </article>
  )
}
