import type { Link } from '../../http/contract/stories.ts'
import { linkSentences, linkValues } from '../link-words.ts'
import { useTexts } from '../page.ts'

/** What ties an article in, and the best that was not enough: in plain words, with the figures for who wants them. */
export function LinkList({ links }: { readonly links: readonly Link[] }) {
  const [held, refused] = [links.filter(({ holds }) => holds), links.filter(({ holds }) => !holds)]
  const t = useTexts().story
  return (
    <>
      <Group name={t.held} links={held} />
      <Group name={t.refused} links={refused} />
    </>
  )
}

function Group({ name, links }: { readonly name: string; readonly links: readonly Link[] }) {
  if (links.length === 0) return null
  return (
    <>
      <p class="group-name">{name}</p>
      <ul class="plain links">
        {links.map((link, at) => (
          // Two links may lead to one article.
          <li key={at}>
            <OneLink link={link} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OneLink({ link }: { readonly link: Link }) {
  const t = useTexts().links
  return (
    <>
      {link.to === null ? (
        <span class="facts">{t.goneArticle}</span>
      ) : (
        <a href={`/articles/${link.to.id}`} dir="auto">
          <b>{link.to.sourceName}</b>: {link.to.title}
        </a>
      )}
      <p>{linkSentences(link, t).join(' ')}</p>
      <LinkFigures link={link} />
    </>
  )
}

function LinkFigures({ link }: { readonly link: Link }) {
  const t = useTexts().links
  const values = linkValues(link, t)
  if (values.length === 0) return null
  return (
    <details>
      <summary>{t.figures}</summary>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{t.measured}</th>
            <th scope="col">{t.value}</th>
            <th scope="col">{t.needed}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ name, value, needed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{needed ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
