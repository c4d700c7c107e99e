import { useTexts } from '../page.ts'
import type { WholeStory } from '../screens/story.tsx'
import { Time } from './time.tsx'

/** Tolls, magnitudes and offers as newsrooms gave them, in the order of time. */
export function StoryFigures({ story: { figures } }: { readonly story: WholeStory }) {
  const t = useTexts().story
  if (figures.length === 0) return null
  const kinds = [...new Set(figures.map(({ kind }) => kind))]
  return (
    <section class="section" aria-labelledby="figures">
      <h2 id="figures">{t.figures}</h2>
      {kinds.map((kind) => (
        <table class="figures" key={kind}>
          <caption>{t.figure[kind] ?? kind}</caption>
          <tbody>
            {figures
              .filter((figure) => figure.kind === kind)
              .map(({ value, sourceName, at, article }) => (
                <tr key={`${article} ${value}`}>
                  <th scope="row">{value}</th>
                  <td>
                    <a href={`/articles/${article}`}>{sourceName}</a>
                  </td>
                  <td>
                    <Time at={at} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}
