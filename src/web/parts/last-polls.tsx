import type { WholeFeed } from '../../http/contract/feeds.ts'
import { useTexts } from '../page.ts'
import { Time } from './time.tsx'

/** The last visits of a feed and how each was answered. */
export function LastPolls({ polls }: { readonly polls: WholeFeed['lastPolls'] }) {
  const { feed: t, reasons } = useTexts()
  if (polls.length === 0) return <p class="facts">{t.noPolls}</p>
  return (
    <table class="polls">
      <thead>
        <tr>
          <th scope="col">{t.pollAt}</th>
          <th scope="col">{t.pollAnswer}</th>
          <th scope="col">{t.pollNew}</th>
          <th scope="col">{t.pollTook}</th>
        </tr>
      </thead>
      <tbody>
        {polls.map((poll) => (
          <tr key={poll.at}>
            <td>
              <Time at={poll.at} />
            </td>
            <td class={poll.succeeded ? undefined : 'mark'}>
              {t.outcomes[poll.outcome] ?? poll.outcome}
              {poll.failedBy !== null && `, ${reasons.failures[poll.failedBy](poll.httpStatus)}`}
              {poll.failedBy === null && poll.httpStatus !== null && poll.httpStatus !== 200 && `, ${poll.httpStatus}`}
            </td>
            <td>{poll.newArticles}</td>
            <td>{t.seconds(poll.durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
