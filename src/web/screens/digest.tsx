import { useMemo } from 'preact/hooks'
import type { getDigest } from '../../http/contract/digests.ts'
import type { Answer } from '../api-types.ts'
import { useData, usePage } from '../page.ts'
import { Corrections } from '../parts/corrections.tsx'
import { EditionDeliveries } from '../parts/edition-deliveries.tsx'
import { EditionHead, EditionLinks } from '../parts/edition-head.tsx'
import { EditionReport } from '../parts/edition-report.tsx'
import { EditionTabs } from '../parts/edition-tabs.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { AlsoMentioned, Noteworthy, TopStories } from '../parts/story-sections.tsx'
import { freshInDigest, shownStories } from '../today-view.ts'

export type KeptDigest = Answer<typeof getDigest>

/** A digest as it was made: a frozen edition. Opening it marks nothing as read. */
export function DigestScreen({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { data } = usePage()
  const path = `/digests/${params.date}/${params.type}`
  return (
    <ShowLoaded of={useData<typeof getDigest>(path)} retry={() => void data.reload(path)}>
      {(kept) => <Edition kept={kept} path={path} />}
    </ShowLoaded>
  )
}

function Edition({ kept, path }: { readonly kept: KeptDigest; readonly path: string }) {
  const { digest } = kept
  const show = useMemo(() => shownStories(kept, freshInDigest), [kept])
  return (
    <div class="edition" data-frozen>
      <EditionLinks before={kept.before} after={kept.after} />
      <EditionHead digest={digest} />
      <Corrections corrections={digest.corrections ?? []} />
      <TopStories digest={digest} show={show} />
      <Noteworthy digest={digest} show={show} />
      <AlsoMentioned digest={digest} show={show} />
      <EditionTabs digest={digest} articles={kept.articles} />
      <EditionReport digest={digest} />
      <EditionDeliveries path={path} />
    </div>
  )
}
