import { useTexts } from '../page.ts'
import type { ShownDigest } from '../today-view.ts'
import { Time } from './time.tsx'

type Correction = NonNullable<ShownDigest['digest']['corrections']>[number]

/** What earlier digests carried and its publisher has taken back since. */
export function Corrections({ corrections }: { readonly corrections: readonly Correction[] }) {
  const t = useTexts()
  if (corrections.length === 0) return null
  return (
    <section class="corrections" aria-labelledby="corrections">
      <h2 id="corrections">{t.today.corrections}</h2>
      <ul>
        {corrections.map(({ was, now, article, carried }) => (
          <li key={article.key + was}>
            <del dir="auto">{was}</del> → <ins dir="auto">{now}</ins>{' '}
            <span class="facts">
              {article.sourceName} · {t.digests[carried.type]}, <Time at={carried.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
