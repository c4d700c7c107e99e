import type { Delivery, listDigestDeliveries } from '../../http/contract/deliveries.ts'
import { useData, usePage, useTexts } from '../page.ts'
import { DeliveryWords } from './delivery-words.tsx'
import { ShowLoaded } from './loaded.tsx'
import { Time } from './time.tsx'

/** Formats in which the server gives a digest besides this page. */
const FORMATS = [
  { ending: 'html', name: 'HTML' },
  { ending: 'md', name: 'Markdown' },
  { ending: 'json', name: 'JSON' },
  { ending: 'atom', name: 'Atom' },
  { ending: 'rss', name: 'RSS' },
] as const

const isTroubled = ({ state }: Delivery): boolean => state === 'failed' || state === 'unknown'

/** What became of a digest's mails and messages, and its other formats. */
export function EditionDeliveries({ path }: { readonly path: string }) {
  const { data } = usePage()
  const t = useTexts().digests
  const own = `${path}/deliveries`
  const loaded = useData<typeof listDigestDeliveries>(own)
  return (
    <section class="section" aria-labelledby="deliveries">
      <h2 id="deliveries">{t.deliveries}</h2>
      <ShowLoaded of={loaded} retry={() => void data.reload(own)}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t.notDelivered}</p>
          ) : (
            <ul class="plain">
              {items.map((delivery) => (
                <li key={delivery.id} class={isTroubled(delivery) ? 'row troubled' : 'row'}>
                  <b>{t.channel[delivery.channel]}</b>
                  <span>{delivery.recipient}</span>
                  <span>
                    <DeliveryWords delivery={delivery} />
                  </span>
                  <span class="facts">
                    <Time at={delivery.settledAt ?? delivery.claimedAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      <p class="facts formats">
        {t.formats}:{' '}
        {FORMATS.map(({ ending, name }) => (
          <a key={ending} href={`${path}.${ending}`} data-server>
            {name}
          </a>
        ))}
      </p>
    </section>
  )
}
