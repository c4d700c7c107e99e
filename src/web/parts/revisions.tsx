import { useState } from 'preact/hooks'
import type { listRevisions } from '../../http/contract/articles.ts'
import type { WholeArticle } from '../api-types.ts'
import { useData, useTexts } from '../page.ts'
import { wordDiff } from '../word-diff.ts'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

/** What the publisher changed, version by version. */
export function Revisions({ article }: { readonly article: WholeArticle }) {
  const t = useTexts().article
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="revisions" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.revisions(article.revisions)}</summary>
      {isOpen && <RevisionList article={article} />}
    </details>
  )
}

interface Version {
  readonly at: string
  readonly title: string
  readonly text: string | null
}

function RevisionList({ article }: { readonly article: WholeArticle }) {
  const loaded = useData<typeof listRevisions>(`/articles/${article.id}/revisions`)
  return (
    <ShowLoaded of={loaded}>
      {({ items }) => {
        const now: Version = { at: article.updatedAt ?? article.publishedAt, title: article.title, text: article.text }
        const versions: Version[] = [...items, now]
        return (
          <ol class="plain">
            {versions.slice(1).map((version, at) => (
              <li key={version.at}>
                <VersionChange before={versions[at]!} after={version} />
              </li>
            ))}
          </ol>
        )
      }}
    </ShowLoaded>
  )
}

function VersionChange({ before, after }: { readonly before: Version; readonly after: Version }) {
  return (
    <>
      <p class="facts">
        <Time at={before.at} /> → <Time at={after.at} />
      </p>
      {before.title !== after.title && (
        <h3 dir="auto">
          <Changes before={before.title} after={after.title} />
        </h3>
      )}
      <p class="diff" dir="auto">
        <Changes before={before.text ?? ''} after={after.text ?? ''} />
      </p>
    </>
  )
}

/** Two versions in one text. */
export const Changes = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <>
    {wordDiff(before, after).map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>,
    )}
  </>
)
