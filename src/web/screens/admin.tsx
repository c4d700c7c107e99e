import type { getMe } from '../../http/contract/session.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { DeadJobs } from '../parts/dead-jobs.tsx'
import { DoubtfulDeliveries } from '../parts/doubtful-deliveries.tsx'
import { ShowLoaded } from '../parts/loaded.tsx'
import { Readers } from '../parts/readers.tsx'
import { ServerAdvice } from '../parts/server-advice.tsx'
import { ServerFacts } from '../parts/server-facts.tsx'

/** What all readers of a server share; for administrators. */
export function AdminScreen() {
  const { data } = usePage()
  const t = useTexts().admin
  return (
    <div class="settings">
      <header class="headline-bar">
        <h1>{t.title}</h1>
      </header>
      <ShowLoaded of={useData<typeof getMe>('/me')} retry={() => void data.reload('/me')}>
        {(me) =>
          me.scope === 'admin' ? (
            <>
              <ServerAdvice />
              <DoubtfulDeliveries />
              <DeadJobs />
              <Readers me={me} />
              <ServerFacts />
            </>
          ) : (
            <p class="empty">{t.onlyAdministrators}</p>
          )
        }
      </ShowLoaded>
    </div>
  )
}
