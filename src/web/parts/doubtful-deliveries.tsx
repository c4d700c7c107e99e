import type { listDeliveries } from '../../http/contract/deliveries.ts'
import type { listReaders } from '../../http/contract/readers.ts'
import type { Answer } from '../api-types.ts'
import { openedList } from '../list-pages.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { DeliveryWords } from './delivery-words.tsx'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

export const DOUBTFUL_PATH = '/deliveries?state=unknown'

type Deliveries = Answer<typeof listDeliveries>
type Delivery = Deliveries['items'][number]
type Outcome = 'sent' | 'failed' | 'send_again'

/** Deliveries that may have arrived or not: they wait until a person says which. */
export function DoubtfulDeliveries() {
  const page = usePage()
  const { data } = page
  const t = useTexts()
  const { first, items, more, isLoading } = openedList<Deliveries>(page, DOUBTFUL_PATH)
  return (
    <section class="section" aria-labelledby="doubtful">
      <h2 id="doubtful">{t.admin.doubtful}</h2>
      <ShowLoaded of={first} retry={() => void data.reload(DOUBTFUL_PATH)}>
        {() =>
          items.length === 0 ? (
            <p>{t.admin.noDoubt}</p>
          ) : (
            <>
              <p class="facts">{t.admin.doubtfulHint}</p>
              <ul class="plain rows">
                {items.map((delivery) => (
                  <DeliveryLine key={delivery.id} delivery={delivery} />
                ))}
              </ul>
              {more !== null && (
                <button type="button" disabled={isLoading} onClick={more}>
                  {t.lists.loadMore}
                </button>
              )}
            </>
          )
        }
      </ShowLoaded>
    </section>
  )
}

function DeliveryLine({ delivery }: { readonly delivery: Delivery }) {
  const { actions, call, data } = usePage()
  const t = useTexts()
  const readers = useData<typeof listReaders>('/readers').data
  const { id, channel, recipient, claimedAt, reader } = delivery
  async function settle(outcome: Outcome): Promise<void> {
    await actions.attempt(() => call('POST', `/deliveries/${id}/settle`, { outcome }), t.admin.settled[outcome])
    data.invalidate('/deliveries')
    data.invalidate('/advice')
  }
  return (
    <li class="row">
      <span class="grow">
        <b>{useSubject(delivery)}</b>
        <span class="facts">
          {t.digests.channel[channel]}, {recipient} ·{' '}
          {readers?.items.find((one) => one.id === reader)?.name ?? `#${reader}`} · <Time at={claimedAt} />
        </span>
        <span class="facts">
          <DeliveryWords delivery={delivery} />
        </span>
      </span>
      <span class="form-buttons">
        <button type="button" onClick={() => void settle('sent')}>
          {t.admin.arrived}
        </button>
        <button type="button" onClick={() => void settle('failed')}>
          {t.admin.notArrived}
        </button>
        <ConfirmButton
          label={t.admin.sendAgain}
          question={t.admin.sendAgainQuestion}
          confirm={t.admin.sendAgain}
          onConfirm={() => void settle('send_again')}
        />
      </span>
    </li>
  )
}

const DIGEST = /^digest:(\d{4}-\d{2}-\d{2}):(morning|midday|evening|weekly)/

/** What a delivery brings, in words. */
function useSubject({ kind, subject }: Pick<Delivery, 'kind' | 'subject'>): string {
  const t = useTexts()
  const [, date, type] = DIGEST.exec(subject) ?? []
  if (date !== undefined) return `${t.digests[type as 'morning']}, ${date}`
  return `${t.admin.brings[kind]}: ${subject.split(':').slice(1).join(' ')}`
}
